import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { loadPartOrReload } from '#lib/builds/chunks.ts';
import { notifyError } from '#lib/notifier.ts';
import { getQuestion, subscribeToQuestion } from '#lib/auth/recent-authentication.ts';
import type { ConfirmPasswordProps } from './confirm-password.tsx';

type Dialog = ComponentType<ConfirmPasswordProps>;

/** Shown over whatever page is open when a change asks for the password; loaded only then. */
export function PasswordQuestion() {
  const question = useSyncExternalStore(subscribeToQuestion, getQuestion, () => null);
  const [ConfirmPassword, setDialog] = useState<Dialog | null>(null);
  useEffect(() => {
    if (question === null || ConfirmPassword !== null) return;
    loadPartOrReload(() => import('./confirm-password.tsx')).then(
      (part) => {
        setDialog(() => part.ConfirmPassword);
      },
      (error: unknown) => {
        notifyError(error);
        question.settle(false);
      },
    );
  }, [question, ConfirmPassword]);
  if (question === null || ConfirmPassword === null) return null;
  return <ConfirmPassword onSettled={question.settle} />;
}
