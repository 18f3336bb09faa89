import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Stack, Text } from '#ui/layout.tsx';
import { shieldFinger, shieldScreen } from '#ui/tap-shield.ts';
import classes from './dialogs.module.css';

interface ModalProps {
  /**
   * An `alert` is shown in the middle of the screen, a `sheet` rises from the bottom of a phone.
   */
  readonly kind: 'alert' | 'sheet';
  readonly title: string;
  /** Small line above the title. */
  readonly overline?: string | undefined;
  /** Text that screen readers read with the title. */
  readonly lead?: ReactNode;
  /** Called by the Escape key or the back gesture of a phone. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/**
 * Shows a dialog as long as it is rendered. The browser keeps the focus inside and the page behind
 * it inactive. The second tap of a double tap neither answers a dialog that has just opened nor
 * hits the page behind one that has just closed.
 */
export function Modal({ kind, title, overline, lead, onDismiss, children }: ModalProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // The dialog is closed before it is removed, because only then does the focus return to where it
  // was.
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
      // A second back gesture closes the dialog regardless. It is opened again while it is
      // rendered.
      onClose={() => {
        const element = dialog.current;
        if (element?.isConnected && !element.open) element.showModal();
      }}
    >
      <Text id={`${id}-title`} as="h2" size={20} leading="snug" below={12}>
        {overline === undefined ? null : (
          <Text as="small" block>
            {overline}
          </Text>
        )}
        {title}
      </Text>
      {lead === undefined ? null : (
        <Stack id={`${id}-text`} gap={12} className={classes.text}>
          {lead}
        </Stack>
      )}
      {children}
    </dialog>
  );
}

interface AlertDialogProps {
  readonly title: string;
  readonly overline?: string;
  readonly children: ReactNode;
  /** Buttons, of which the first gets the focus. */
  readonly actions: ReactNode;
  /** Called by the Escape key or the back gesture of a phone. */
  readonly onDismiss: () => void;
}

/** Shows a question or a message that must be answered first. */
export function AlertDialog({ title, overline, children, actions, onDismiss }: AlertDialogProps) {
  const buttons = useRef<HTMLDivElement>(null);
  // This runs after the modal is shown, which focuses the first element, even a link in the text.
  useLayoutEffect(() => {
    buttons.current?.querySelector('button')?.focus();
  }, []);
  return (
    <Modal kind="alert" title={title} overline={overline} lead={children} onDismiss={onDismiss}>
      <Stack ref={buttons} gap={12} above={24}>
        {actions}
      </Stack>
    </Modal>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  /** Description of what will happen. */
  readonly children: ReactNode;
  /** Label of the button that cancels. It gets the focus. */
  readonly keep: string;
  readonly confirm: string;
  /** Label of the confirm button while busy. */
  readonly confirming?: string;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  /**
   * Called when the dialog is dismissed, but not while busy: the running action cannot be stopped.
   */
  readonly onDismiss: () => void;
}

/** Asks before something is deleted permanently. */
export function DeleteDialog(props: Omit<ConfirmDialogProps, 'keep' | 'confirm' | 'confirming'>) {
  return (
    <ConfirmDialog keep="削除しない" confirm="削除する" confirming="削除しています…" {...props} />
  );
}

/** Asks before an action that cannot be undone. */
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
