import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import classes from './alert-dialog.module.css';

interface AlertDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons; the first gets the focus. */
  readonly actions: ReactNode;
  /** By the Escape key or the back gesture of a phone. */
  readonly onDismiss: () => void;
}

/** Shown as long as it is rendered. The browser keeps the focus inside and the page behind still. */
export function AlertDialog({ title, children, actions, onDismiss }: AlertDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is taken out of the page: only then does the focus go back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLButtonElement>(`.${classes.actions ?? ''} button`)?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
    >
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      <div id={`${id}-text`} className={classes.text}>
        {children}
      </div>
      <div className={classes.actions}>{actions}</div>
    </dialog>
  );
}
