import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './alert-dialog.module.css';
import { Modal } from './modal.tsx';

interface AlertDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons; the first gets the focus. */
  readonly actions: ReactNode;
  /** By the Escape key or the back gesture of a phone. */
  readonly onDismiss: () => void;
}

/** Asked, or told, before anything else goes on. */
export function AlertDialog({ title, children, actions, onDismiss }: AlertDialogProps) {
  const buttons = useRef<HTMLDivElement>(null);
  // After the modal is shown, which itself focuses whatever comes first, be it a link of the text.
  useLayoutEffect(() => {
    buttons.current?.querySelector('button')?.focus();
  }, []);
  return (
    <Modal kind="alert" title={title} lead={children} onDismiss={onDismiss}>
      <div ref={buttons} className={classes.actions}>
        {actions}
      </div>
    </Modal>
  );
}
