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

/** Shown over whatever page is open when a change asks for the password. */
export function PasswordQuestion() {
  const question = useSyncExternalStore(subscribeToQuestion, getSharedQuestion, () => null);
  return <AskPassword question={question} waiting={null} />;
}

interface AskPasswordProps extends Pick<ConfirmPasswordProps, 'within'> {
  readonly question: Question | null;
  /** Shown while there is no question, and until the dialog that asks it has been loaded. */
  readonly waiting: ReactNode;
  /** Absent: the question is settled, and nothing else happens. */
  readonly onSettled?: ConfirmPasswordProps['onSettled'];
}

export function AskPassword({ question, waiting, onSettled, ...outer }: AskPasswordProps) {
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
  if (question === null || ConfirmPassword === null) return waiting;
  return <ConfirmPassword onSettled={onSettled ?? question.settle} {...outer} />;
}
