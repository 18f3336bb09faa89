import { type ComponentPropsWithoutRef, useLayoutEffect, useState } from 'react';
import classes from './slots.module.css';

interface SlotButtonProps extends Omit<
  ComponentPropsWithoutRef<'button'>,
  'className' | 'type' | 'onClick'
> {
  /**
   * `filled` should not wait; `row` and `faint` are one of many equal ones, and all of the row
   * around them is their target.
   */
  readonly variant: 'filled' | 'quiet' | 'plain' | 'row' | 'faint';
  /** What it stands for is under way. */
  readonly busy?: boolean;
  /** Why it cannot be used is written beside it. */
  readonly off?: boolean;
  readonly onClick: () => void;
}

/** Not `disabled` while busy: that would throw the focus away. */
export function SlotButton({
  variant,
  busy = false,
  off = false,
  onClick,
  children,
  ...others
}: SlotButtonProps) {
  const resting = useRest(busy);
  const inert = off || busy || resting;
  return (
    <button
      type="button"
      className={classes.button}
      data-variant={variant}
      data-resting={resting || undefined}
      aria-disabled={inert}
      aria-busy={busy}
      onClick={() => {
        if (!inert) onClick();
      }}
      {...others}
    >
      {busy ? <span className={classes.spinner} aria-hidden /> : null}
      {children}
    </button>
  );
}

const restMs = 600;

/**
 * True for a moment after `busy` has ended. The button stands for the opposite then: what was the
 * second tap of two must not undo the first. A layout effect, so that no tap comes in between.
 */
function useRest(busy: boolean): boolean {
  const [resting, setResting] = useState(false);
  useLayoutEffect(() => {
    if (!busy) return undefined;
    return () => {
      setResting(true);
    };
  }, [busy]);
  useLayoutEffect(() => {
    if (!resting) return undefined;
    const timer = setTimeout(() => {
      setResting(false);
    }, restMs);
    return () => {
      clearTimeout(timer);
    };
  }, [resting]);
  return resting;
}
