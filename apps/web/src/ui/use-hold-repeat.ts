import { useEffect, useRef } from 'react';

const firstWait = 450;
const nextWaits = 90;

/** A button that goes on while it is held. Its own click, for keyboards too, does the first step. */
export function useHoldRepeat(step: () => void) {
  const latest = useRef(step);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const repeated = useRef(false);
  useEffect(() => {
    latest.current = step;
  });

  function stop(): void {
    clearTimeout(timer.current);
  }
  useEffect(() => stop, []);

  function wait(ms: number): void {
    timer.current = setTimeout(() => {
      repeated.current = true;
      latest.current();
      wait(nextWaits);
    }, ms);
  }

  return {
    onPointerDown: () => {
      stop();
      repeated.current = false;
      wait(firstWait);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // A long press on a phone would open its menu.
    onContextMenu: (event: { preventDefault: () => void }) => {
      event.preventDefault();
    },
    onClick: () => {
      stop();
      // The click that ends a long press is no step of its own.
      if (repeated.current) repeated.current = false;
      else latest.current();
    },
  };
}
