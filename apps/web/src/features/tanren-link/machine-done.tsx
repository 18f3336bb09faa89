import { IconCircleCheck } from '@tabler/icons-react';
import { nameWorkoutType } from '#lib/workout-types.ts';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { StatusText } from '#ui/status-text.tsx';
import { useUnlink } from './use-unlink.ts';
import classes from './machine-done.module.css';

interface MachineDoneProps {
  /** Where the session goes on. */
  readonly nextTypeId: number;
}

/** Nothing more to do here: somebody else may wait for the machine. No question, all is done. */
export function MachineDone({ nextTypeId }: MachineDoneProps) {
  const { unlink, busy } = useUnlink();
  return (
    <section className={classes.done} aria-label="この種目は完了">
      <StatusText>
        <span className={classes.words}>
          <IconCircleCheck size={28} stroke={1.75} aria-hidden />
          <strong>この種目は完了です。</strong>
        </span>
        <span className={classes.next}>次は {nameWorkoutType(nextTypeId)}</span>
      </StatusText>
      <PrimaryButton
        variant="filled"
        aria-disabled={busy}
        aria-busy={busy}
        onClick={() => void unlink()}
      >
        接続を解除して次へ
      </PrimaryButton>
      <p className={classes.note}>
        接続を解除すると、ここまでの記録が保存されます。次のマシンのコードを読み取っても切り替わります。
      </p>
    </section>
  );
}
