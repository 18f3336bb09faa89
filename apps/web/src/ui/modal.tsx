import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import classes from './modal.module.css';

interface ModalProps {
  /** An alert asks in the middle of the screen, a sheet rises from the bottom of a phone. */
  readonly kind: 'alert' | 'sheet';
  readonly title: string;
  /** Read out with the title. */
  readonly lead?: ReactNode;
  /** By the Escape key or the back gesture of a phone. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** Shown as long as it is rendered. The browser keeps the focus inside and the page behind still. */
export function Modal({ kind, title, lead, onDismiss, children }: ModalProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is taken out of the page: only then does the focus go back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      role={kind === 'alert' ? 'alertdialog' : undefined}
      className={classes[kind]}
      aria-labelledby={`${id}-title`}
      aria-describedby={lead === undefined ? undefined : `${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
    >
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      {lead === undefined ? null : (
        <div id={`${id}-text`} className={classes.text}>
          {lead}
        </div>
      )}
      {children}
    </dialog>
  );
}
