import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { loadPartOrReload } from '#lib/builds/chunks.ts';
import { notifyError } from '#lib/notifier.ts';
import {
  getSharedQuestion,
  type Question,
  subscribeToQuestion,
} from '#lib/auth/recent-authentication.ts';
import type { ConfirmPasswordProps } from './confirm-password.tsx';

type Dialog = ComponentType<ConfirmPasswordProps>;

/** Asks for the password above the open page when a change requires it. */
export function PasswordQuestion() {
  const question = useSyncExternalStore(subscribeToQuestion, getSharedQuestion, () => null);
  return <PasswordPrompt question={question} waiting={null} />;
}

interface PasswordPromptProps extends Pick<ConfirmPasswordProps, 'within'> {
  readonly question: Question | null;
  /** Content while there is no question, and until its dialog has loaded. */
  readonly waiting: ReactNode;
  /** Called after the question is settled. Absent when nothing else has to happen. */
  readonly onSettled?: ConfirmPasswordProps['onSettled'];
}

export function PasswordPrompt({ question, waiting, onSettled, ...outer }: PasswordPromptProps) {
  const [ConfirmPassword, setDialog] = useState<Dialog | null>(null);
  useEffect(() => {
    if (question === null || ConfirmPassword !== null) return;
    loadPartOrReload(() => import('./confirm-password.tsx')).then(
      (part) => {
        setDialog(() => part.ConfirmPassword);
      },
      (error: unknown) => {
        notifyError(error);
        question.finish(false);
      },
    );
  }, [question, ConfirmPassword]);
  if (question === null || ConfirmPassword === null) return waiting;
  return <ConfirmPassword onSettled={onSettled ?? question.finish} {...outer} />;
}
