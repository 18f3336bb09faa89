import { useLayoutEffect, useRef } from 'react';
import classes from './tap-shield.module.css';

/** Duration in ms: a tap that begins within 400 ms also ends on the shield. */
const shieldMs = 500;
/**
 * Half the side of the square around the finger, in px. The second tap of a double tap lands within
 * it.
 */
const fingerReach = 40;

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

let lastTap: { readonly x: number; readonly y: number } | null = null;

if (typeof document !== 'undefined') {
  document.addEventListener(
    'pointerdown',
    ({ clientX: x, clientY: y }) => {
      lastTap = { x, y };
    },
    { capture: true, passive: true },
  );
}

/**
 * Ignores taps on an area of the screen for a moment, so that the second tap of a double tap does
 * not hit a control that has just appeared or moved there. An invisible element takes the taps.
 * Keyboards and screen readers activate controls without it.
 */
export function shieldArea({ left, top, right, bottom }: Area): void {
  const shield = document.createElement('div');
  shield.className = classes['shield'] ?? '';
  shield.ariaHidden = 'true';
  const [width, height] = [right - left, bottom - top];
  Object.assign(shield.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  // While a modal dialog is open, the browser lets nothing outside of it receive taps.
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  (dialog ?? document.body).append(shield);
  // An animation begins with the next frame, so the time counts from when the change is visible.
  shield.animate(null, shieldMs).addEventListener('finish', () => {
    shield.remove();
  });
}

/** Ignores taps on the whole screen for a moment. */
export function shieldScreen(): void {
  shieldArea({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
}

/** Ignores taps around the place of the last tap for a moment. */
export function shieldFinger(): void {
  if (lastTap === null) return;
  const { x, y } = lastTap;
  shieldArea({
    left: x - fingerReach,
    top: y - fingerReach,
    right: x + fingerReach,
    bottom: y + fingerReach,
  });
}

/**
 * Shields the finger whenever `state` changes, for controls that then do something else in the same
 * place. A second tap must not undo the first.
 */
export function useFingerShield(state: unknown): void {
  const shown = useRef(state);
  // A layout effect leaves no time for a tap between the change and the shield.
  useLayoutEffect(() => {
    if (Object.is(shown.current, state)) return;
    shown.current = state;
    shieldFinger();
  }, [state]);
}

/**
 * Shields the finger when a control has finished its work or has been removed, because another
 * control may now be in its place.
 */
export function useShieldAfter(isAtWork: boolean): void {
  useLayoutEffect(() => (isAtWork ? shieldFinger : undefined), [isAtWork]);
}
