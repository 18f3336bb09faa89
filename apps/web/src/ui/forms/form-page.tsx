import { IconAlertTriangle } from '@tabler/icons-react';
import { useHydrated } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PrimaryButton } from '#ui/buttons.tsx';
import classes from './form-page.module.css';

interface FormPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** One form to a page: what it is for above, the form, and below where else to go. */
export function FormPage({ title, lead, children }: FormPageProps) {
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      {lead === undefined ? null : <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
  );
}

/** Why the form was refused. The region stands there empty, so that its filling is read out. */
export function FormError({ text }: { readonly text: string | null }) {
  return (
    <div role="alert" className={classes.region}>
      {text === null ? null : (
        <p className={classes.error}>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}

interface SubmitButtonProps {
  readonly busy: boolean;
  /** `default` where several forms of a page offer equal choices, or something else comes first. */
  readonly variant?: 'outline' | 'default';
  readonly children: ReactNode;
}

/**
 * Not `disabled` while busy: that would throw the focus away; the form itself refuses a second tap.
 * Before the app has taken over a prerendered page, the button must not send the form by itself; on
 * a slow line that takes seconds, so it says that it is not ready rather than swallow a tap.
 */
export function SubmitButton({ busy, variant = 'outline', children }: SubmitButtonProps) {
  const hydrated = useHydrated();
  const waits = busy || !hydrated;
  return (
    <PrimaryButton
      type={hydrated ? 'submit' : 'button'}
      variant={variant}
      aria-disabled={waits}
      aria-busy={waits}
    >
      {waits ? <span className={classes.spinner} aria-hidden /> : null}
      {hydrated ? children : '読み込み中…'}
    </PrimaryButton>
  );
}
