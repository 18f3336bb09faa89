import {
  type ComponentPropsWithoutRef,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { FormError } from './form-error.tsx';
import classes from './form-dialog.module.css';
import { PrimaryButton } from './primary-button.tsx';

interface FormDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly lead: ReactNode;
  /** As `useForm` gives it. */
  readonly form: ComponentPropsWithoutRef<'form'>;
  readonly problem: string | null;
  readonly busy: boolean;
  /** What the button says before and while it happens. */
  readonly confirm: string;
  readonly confirming: string;
  /** Not while it is sent. Also by the Escape key or the back gesture. */
  readonly onDismiss: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** For what has to be told before it is done, and cannot be taken back lightly. */
export function FormDialog({
  title,
  lead,
  form,
  problem,
  busy,
  confirm,
  confirming,
  onDismiss,
  children,
}: FormDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is taken out of the page: only then does the focus go back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const dismiss = () => {
    if (!busy) onDismiss();
  };
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        dismiss();
      }}
    >
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      <div id={`${id}-text`} className={classes.text}>
        {lead}
      </div>
      <form className={classes.form} {...form}>
        {children}
        <FormError text={problem} />
        <div className={classes.actions}>
          <PrimaryButton type="submit" variant="filled" aria-disabled={busy} aria-busy={busy}>
            {busy ? confirming : confirm}
          </PrimaryButton>
          <PrimaryButton variant="default" aria-disabled={busy} onClick={dismiss}>
            やめる
          </PrimaryButton>
        </div>
      </form>
    </dialog>
  );
}
