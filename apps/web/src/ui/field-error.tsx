import { IconAlertCircle } from '@tabler/icons-react';
import classes from './field-error.module.css';

interface FieldErrorProps {
  readonly id: string;
  readonly text: string | undefined;
}

/** With an icon and words: colour alone tells nobody who cannot see it. */
export function FieldError({ id, text }: FieldErrorProps) {
  if (text === undefined) return null;
  return (
    <p id={id} className={classes.error}>
      <IconAlertCircle size={16} stroke={2} aria-hidden />
      {text}
    </p>
  );
}
