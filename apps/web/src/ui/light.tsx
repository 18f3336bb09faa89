import { look } from '#ui/layout.tsx';
import classes from './light.module.css';

interface LightProps {
  /** Whether it is green. Otherwise it is a ring in the colour of the text beside it. */
  readonly on: boolean;
  readonly quiet?: boolean;
}

/** Shows a state as a light beside its name. */
export function Light({ on, quiet = false }: LightProps) {
  return (
    <span
      className={quiet ? `${look('quiet')} ${classes.light}` : classes.light}
      data-on={on || undefined}
      aria-hidden
    />
  );
}
