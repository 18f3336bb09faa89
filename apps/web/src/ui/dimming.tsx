import type { ReactNode } from 'react';
import classes from './dimming.module.css';

interface DimmingProps {
  /** Something else will be here in a moment. */
  readonly busy: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Keeps what is there until there is something else to show, and says that it is old. */
export function Dimming({ busy, className = '', children }: DimmingProps) {
  return (
    <div className={`${classes.dimming} ${className}`} aria-busy={busy}>
      {children}
    </div>
  );
}
