import type { ReactNode } from 'react';
import classes from './choice-frame.module.css';

interface ChoiceFrameProps {
  readonly label: string;
  /** The id of what is said of all choices. */
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}

/** Choices that belong together, under what they are a choice of. */
export function ChoiceFrame({ label, describedBy, children }: ChoiceFrameProps) {
  return (
    <fieldset className={classes.field} data-field aria-describedby={describedBy}>
      <legend className={classes.label}>{label}</legend>
      {children}
    </fieldset>
  );
}
