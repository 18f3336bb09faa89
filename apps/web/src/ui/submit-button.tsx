import type { ReactNode } from 'react';
import { PrimaryButton } from './primary-button.tsx';
import classes from './submit-button.module.css';
import { useHydrated } from './use-hydrated.ts';

interface SubmitButtonProps {
  readonly busy: boolean;
  readonly children: ReactNode;
}

/**
 * Not `disabled` while busy: that would throw the focus away; the form itself refuses a second tap.
 * Before the app has taken over a prerendered page, the button must not send the form by itself.
 */
export function SubmitButton({ busy, children }: SubmitButtonProps) {
  const hydrated = useHydrated();
  return (
    <PrimaryButton type={hydrated ? 'submit' : 'button'} aria-disabled={busy} aria-busy={busy}>
      {busy ? <span className={classes.spinner} aria-hidden /> : null}
      {children}
    </PrimaryButton>
  );
}
