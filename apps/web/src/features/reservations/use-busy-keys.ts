import { useRef, useState } from 'react';

/**
 * After a tap the button stands for the opposite: what was the second tap of two must not take
 * back the first.
 */
const restMs = 600;

export type Busy = 'running' | 'resting';

/** What is being done, by a name: nothing is done twice at once. */
export function useBusyKeys() {
  const running = useRef(new Set<string>());
  const [busy, setBusy] = useState<ReadonlyMap<string, Busy>>(new Map());
  const set = (key: string, state: Busy | null) => {
    setBusy((before) => {
      const next = new Map(before);
      if (state === null) next.delete(key);
      else next.set(key, state);
      return next;
    });
  };
  const runOnce = async (key: string, act: () => Promise<void>): Promise<void> => {
    if (running.current.has(key)) return;
    running.current.add(key);
    set(key, 'running');
    try {
      await act();
    } finally {
      set(key, 'resting');
      setTimeout(() => {
        running.current.delete(key);
        set(key, null);
      }, restMs);
    }
  };
  return { busy, runOnce };
}
