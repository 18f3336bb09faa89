import { IconBarbell, IconX } from '@tabler/icons-react';
import type { TrainingSession } from '@tanren/contract/training-sessions';
import { Link } from '@tanstack/react-router';
import { describeMinutes } from '#lib/training-sessions.ts';
import { PlainButton } from '#ui/plain-button.tsx';
import classes from './chosen-session.module.css';

interface ChosenSessionProps {
  /** null: the one that was wanted is not there. */
  readonly session: TrainingSession | null;
  readonly slotMinutes: number;
  readonly onRemove: () => void;
}

/** The session that the next reservation is for. */
export function ChosenSession({ session, slotMinutes, onRemove }: ChosenSessionProps) {
  const tooLong = session !== null && session.estimatedMinutes > slotMinutes;
  return (
    <section className={classes.session} aria-label="予約に付けるセッション">
      <IconBarbell size={24} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        {session === null ? (
          <p className={classes.hint}>
            選んだトレーニングセッションが見つかりません。セッションなしで予約できます。
          </p>
        ) : (
          <>
            <p className={classes.title}>
              <Link
                to="/training-sessions/$trainingSessionId"
                params={{ trainingSessionId: session.trainingSessionId }}
              >
                {session.title}
              </Link>
              <span className={classes.minutes}>{describeMinutes(session)}</span>
            </p>
            <p className={classes.hint}>
              {tooLong
                ? `1枠は${slotMinutes}分です。時間内に終わらないことがあります。`
                : 'このセッションを予約に付けます。'}
            </p>
          </>
        )}
      </div>
      <PlainButton aria-label="セッションを外す" onClick={onRemove}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </PlainButton>
    </section>
  );
}
