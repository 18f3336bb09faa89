import type { ComponentPropsWithoutRef } from 'react';
import type { Busy } from './use-reservation-actions.ts';
import classes from './slots.module.css';

interface SlotButtonProps extends Omit<
  ComponentPropsWithoutRef<'button'>,
  'className' | 'type' | 'onClick'
> {
  /** `primary` is the one thing to do next, `filled` if it should not wait. */
  readonly variant?: 'primary' | 'filled' | 'quiet' | 'plain';
  readonly busy?: Busy | undefined;
  /** Why it cannot be used is written beside it. */
  readonly off?: boolean;
  readonly onClick: () => void;
}

/** Not `disabled` while busy: that would throw the focus away. */
export function SlotButton({
  variant = 'primary',
  busy,
  off = false,
  onClick,
  children,
  ...others
}: SlotButtonProps) {
  const still = off || busy !== undefined;
  return (
    <button
      type="button"
      className={classes.button}
      data-variant={variant}
      data-resting={busy === 'resting' || undefined}
      aria-disabled={still}
      aria-busy={busy === 'running'}
      onClick={() => {
        if (!still) onClick();
      }}
      {...others}
    >
      {busy === 'running' ? <span className={classes.spinner} aria-hidden /> : null}
      {children}
    </button>
  );
}
