import type { ReactNode } from 'react';
import classes from './spoken-text.module.css';

/** Heard as it changes, and not seen. It has to stand there before it has something to say. */
export function SpokenText({ children }: { readonly children: ReactNode }) {
  return (
    <output className={classes.spoken} aria-live="polite">
      {children}
    </output>
  );
}
