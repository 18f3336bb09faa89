import { type ComponentPropsWithoutRef, useLayoutEffect, useState } from 'react';
import { smallButton, spinner } from '#ui/buttons.tsx';
import { look } from '#ui/layout.tsx';
import classes from './slots.module.css';

interface SlotButtonProps extends Omit<
  ComponentPropsWithoutRef<'button'>,
  'className' | 'type' | 'onClick'
> {
  /**
   * `filled` marks an urgent action. `row` and `faint` are used for equal actions in a list, and
   * their target is the whole row.
   */
  readonly variant: 'filled' | 'quiet' | 'plain' | 'row' | 'faint';
  /** Whether the action is under way. */
  readonly busy?: boolean;
  /** Whether the button is disabled. The reason is written next to it. */
  readonly off?: boolean;
  readonly onClick: () => void;
}

/** Shows a button of a slot. It is not `disabled` while busy, because that would lose the focus. */
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
  const coversRow = variant === 'row' || variant === 'faint';
  return (
    <button
      type="button"
      className={`${smallButton} ${coversRow ? look('cover') : ''} ${classes.button}`}
      data-variant={variant}
      data-resting={resting || undefined}
      aria-disabled={inert}
      aria-busy={busy}
      onClick={() => {
        if (!inert) onClick();
      }}
      {...others}
    >
      {busy ? <span className={`${spinner} ${classes.spinner}`} aria-hidden /> : null}
      {children}
    </button>
  );
}

const restMs = 600;

/**
 * Returns `true` for a moment after `busy` has ended. The button then has the opposite action, and
 * the second tap of a double tap must not undo the first. The layout effect leaves no gap in which
 * a tap could arrive.
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
