import { type Icon, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Box, Stack, Text } from '#ui/layout.tsx';
import { shieldFinger, shieldScreen } from '#ui/tap-shield.ts';
import classes from './dialogs.module.css';

interface ModalProps {
  /** Whether screen readers announce it as a question or message that must be answered first. */
  readonly alerts?: boolean;
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
 * Shows a dialog as long as it is rendered: a sheet at the bottom of a phone, and in the middle of a
 * larger screen. The browser keeps the focus inside and the page behind
 * it inactive. The second tap of a double tap neither answers a dialog that has just opened nor
 * hits the page behind one that has just closed.
 */
export function Modal({ alerts = false, title, overline, lead, onDismiss, children }: ModalProps) {
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
      role={alerts ? 'alertdialog' : undefined}
      className={classes.dialog}
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
    <Modal alerts title={title} overline={overline} lead={children} onDismiss={onDismiss}>
      <Box ref={buttons} above={24} className={classes.actions}>
        {actions}
      </Box>
    </Modal>
  );
}

interface ActionsProps {
  /** Label of the button that leaves everything as it is. It names what does not happen. */
  readonly keep: string;
  /** Label of the button that acts. It names what happens. */
  readonly confirm: string;
  /** Label of the confirm button while busy. */
  readonly confirming?: string;
  /**
   * Sign of an action that ends or removes something, whose button is neutral. `null` for the next
   * step, whose button is red.
   */
  readonly Icon: Icon | null;
  readonly busy?: boolean;
  readonly onKeep: () => void;
  /** Absent where the button submits a form. */
  readonly onConfirm?: () => void;
}

/** Shows the two answers of a dialog. The action comes last. */
export function DialogActions({
  keep,
  confirm,
  confirming = confirm,
  Icon: Sign,
  busy = false,
  onKeep,
  onConfirm,
}: ActionsProps) {
  return (
    <>
      <PrimaryButton variant="default" aria-disabled={busy} onClick={onKeep}>
        {keep}
      </PrimaryButton>
      <PrimaryButton
        type={onConfirm === undefined ? 'submit' : 'button'}
        variant={Sign === null ? 'filled' : 'ending'}
        aria-disabled={busy}
        aria-busy={busy}
        onClick={onConfirm}
      >
        {Sign === null ? null : <Sign size={20} stroke={1.75} aria-hidden />}
        {busy ? confirming : confirm}
      </PrimaryButton>
    </>
  );
}

interface ConfirmDialogProps extends Omit<ActionsProps, 'onKeep' | 'onConfirm'> {
  readonly title: string;
  readonly overline?: string;
  /** Description of what will happen. */
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  /**
   * Called when the dialog is dismissed, but not while busy: the running action cannot be stopped.
   */
  readonly onDismiss: () => void;
}

/** Asks before something is deleted permanently. */
export function DeleteDialog(
  props: Omit<ConfirmDialogProps, 'keep' | 'confirm' | 'confirming' | 'Icon'>,
) {
  return (
    <ConfirmDialog
      keep="削除しない"
      confirm="削除する"
      confirming="削除しています…"
      Icon={IconTrash}
      {...props}
    />
  );
}

/** Asks before an action that cannot be undone. The button that cancels gets the focus. */
export function ConfirmDialog({
  title,
  overline,
  children,
  onConfirm,
  onDismiss,
  ...answers
}: ConfirmDialogProps) {
  const { busy = false } = answers;
  const dismiss = () => {
    if (!busy) onDismiss();
  };
  return (
    <AlertDialog
      title={title}
      {...(overline === undefined ? {} : { overline })}
      onDismiss={dismiss}
      actions={
        <DialogActions
          {...answers}
          onKeep={dismiss}
          onConfirm={() => {
            if (!busy) onConfirm();
          }}
        />
      }
    >
      {children}
    </AlertDialog>
  );
}
