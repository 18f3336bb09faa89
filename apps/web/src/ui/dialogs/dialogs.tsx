import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { PrimaryButton } from '#ui/buttons.tsx';
import { shieldFinger, shieldScreen } from '#ui/tap-shield.ts';
import classes from './dialogs.module.css';

interface ModalProps {
  /** An alert asks in the middle of the screen, a sheet rises from the bottom of a phone. */
  readonly kind: 'alert' | 'sheet';
  readonly title: string;
  /** A small line of the title, above its words. */
  readonly overline?: string | undefined;
  /** Read out with the title. */
  readonly lead?: ReactNode;
  /** By the Escape key or the back gesture of a phone. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/**
 * Shown as long as it is rendered. The browser keeps the focus inside and the page behind still. The
 * second tap of two neither answers a dialog that has just opened nor hits the page behind one that
 * has just closed.
 */
export function Modal({ kind, title, overline, lead, onDismiss, children }: ModalProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is taken out of the page: only then does the focus go back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    shieldFinger();
    return () => {
      element?.close();
      shieldScreen();
    };
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
      // A second back gesture cannot be kept from closing it: as long as it is rendered it is shown.
      onClose={() => {
        const element = dialog.current;
        if (element?.isConnected && !element.open) element.showModal();
      }}
    >
      <h2 id={`${id}-title`} className={classes.title}>
        {overline === undefined ? null : <small>{overline}</small>}
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

interface AlertDialogProps {
  readonly title: string;
  readonly overline?: string;
  readonly children: ReactNode;
  /** The buttons; the first gets the focus. */
  readonly actions: ReactNode;
  /** By the Escape key or the back gesture of a phone. */
  readonly onDismiss: () => void;
}

/** Asked, or told, before anything else goes on. */
export function AlertDialog({ title, overline, children, actions, onDismiss }: AlertDialogProps) {
  const buttons = useRef<HTMLDivElement>(null);
  // After the modal is shown, which itself focuses whatever comes first, be it a link of the text.
  useLayoutEffect(() => {
    buttons.current?.querySelector('button')?.focus();
  }, []);
  return (
    <Modal kind="alert" title={title} overline={overline} lead={children} onDismiss={onDismiss}>
      <div ref={buttons} className={classes.alertActions}>
        {actions}
      </div>
    </Modal>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** The words of the way back, which gets the focus. */
  readonly keep: string;
  readonly confirm: string;
  /** While it is under way. */
  readonly confirming?: string;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  /** Not called while busy: what is under way can't be taken back. */
  readonly onDismiss: () => void;
}

/** Asked before something is deleted for good. */
export function DeleteDialog(props: Omit<ConfirmDialogProps, 'keep' | 'confirm' | 'confirming'>) {
  return (
    <ConfirmDialog keep="削除しない" confirm="削除する" confirming="削除しています…" {...props} />
  );
}

/** Asked before what can't be undone. */
export function ConfirmDialog({
  title,
  children,
  keep,
  confirm,
  confirming = confirm,
  busy = false,
  onConfirm,
  onDismiss,
}: ConfirmDialogProps) {
  const dismiss = () => {
    if (!busy) onDismiss();
  };
  return (
    <AlertDialog
      title={title}
      onDismiss={dismiss}
      actions={
        <>
          <PrimaryButton variant="default" aria-disabled={busy} onClick={dismiss}>
            {keep}
          </PrimaryButton>
          <PrimaryButton
            variant="filled"
            aria-disabled={busy}
            aria-busy={busy}
            onClick={() => {
              if (!busy) onConfirm();
            }}
          >
            {busy ? confirming : confirm}
          </PrimaryButton>
        </>
      }
    >
      {children}
    </AlertDialog>
  );
}
