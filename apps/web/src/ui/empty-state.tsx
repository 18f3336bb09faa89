import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly Icon: Icon;
  readonly text: string;
  /** The one thing to do next, if there is one. */
  readonly action?: ReactNode;
}

export function EmptyState({ Icon: StateIcon, text, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <StateIcon size={40} stroke={1.5} aria-hidden />
      <p className={classes.text}>{text}</p>
      {action === undefined ? null : <div className={classes.action}>{action}</div>}
    </div>
  );
}
