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
 * Before the app has taken over a prerendered page, the button must not send the form by itself; on
 * a slow line that takes seconds, so it says that it is not ready rather than swallow a tap.
 */
export function SubmitButton({ busy, children }: SubmitButtonProps) {
  const hydrated = useHydrated();
  const waits = busy || !hydrated;
  return (
    <PrimaryButton type={hydrated ? 'submit' : 'button'} aria-disabled={waits} aria-busy={waits}>
      {waits ? <span className={classes.spinner} aria-hidden /> : null}
      {hydrated ? children : '読み込み中…'}
    </PrimaryButton>
  );
}
