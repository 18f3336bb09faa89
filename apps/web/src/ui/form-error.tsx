import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './form-error.module.css';

/** Why the form was refused. The region stands there empty, so that its filling is read out. */
export function FormError({ text }: { readonly text: string | null }) {
  return (
    <div role="alert" className={classes.region}>
      {text === null ? null : (
        <p className={classes.error}>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
