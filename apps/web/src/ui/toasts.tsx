import { useSyncExternalStore } from 'react';
import { getToasts, hideToast, holdToast, releaseToast, subscribeToToasts } from './toaster.ts';
import classes from './toasts.module.css';

/** A way back must not vanish under the pointer; what only tells goes, wherever the pointer rests. */
function holdWhileUsed(id: number) {
  const hold = () => {
    holdToast(id);
  };
  const release = () => {
    releaseToast(id);
  };
  return { onMouseEnter: hold, onMouseLeave: release, onFocus: hold, onBlur: release };
}

/** Bottom centre, two lines, nothing to close: they go by themselves. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, getToasts);
  return (
    <div className={classes.stack}>
      {toasts.map(({ id, title, text, action }) => (
        <div key={id} role="alert" className={classes.toast} {...(action ? holdWhileUsed(id) : {})}>
          <div>
            <p className={classes.title}>{title}</p>
            <p className={classes.text}>{text}</p>
          </div>
          {action ? (
            <button
              type="button"
              className={classes.action}
              onClick={() => {
                hideToast(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          ) : null}
        </div>
      ))}
    </div>
  );
}
