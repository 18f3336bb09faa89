import { IconLock, IconWorld } from '@tabler/icons-react';
import type { Visibility } from '@tanren/domain/training-sessions';
import { visibilityNames } from './session-words.ts';
import classes from './visibility-mark.module.css';

/** On one's own sessions: who can see it. */
export function VisibilityMark({ visibility }: { readonly visibility: Visibility }) {
  const Icon = visibility === 'public' ? IconWorld : IconLock;
  return (
    <span className={classes.mark}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {visibilityNames[visibility]}
    </span>
  );
}
