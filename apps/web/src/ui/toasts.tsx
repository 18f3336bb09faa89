import { useSyncExternalStore } from 'react';
import { getToasts, subscribeToToasts } from './toaster.ts';
import classes from './toasts.module.css';

/** Bottom centre, two lines, no button: they go by themselves. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, getToasts);
  return (
    <div className={classes.stack}>
      {toasts.map(({ id, title, text }) => (
        <div key={id} role="alert" className={classes.toast}>
          <p className={classes.title}>{title}</p>
          <p className={classes.text}>{text}</p>
        </div>
      ))}
    </div>
  );
}
