import type { TrainingSessionRun } from '@tanren/contract/training-session-runs';
import { PlainButton } from '#ui/buttons.tsx';
import { useEndRun } from './use-end-run.ts';
import classes from './end-early.module.css';

/** No question asked: nothing is lost by it. */
export function EndEarly({ run }: { readonly run: TrainingSessionRun }) {
  const { end, isPending } = useEndRun(run);
  return (
    <div className={classes.end}>
      <PlainButton
        aria-disabled={isPending}
        aria-busy={isPending}
        onClick={() => {
          if (!isPending) void end();
        }}
      >
        セッションを途中で終了する
      </PlainButton>
      <p className={classes.note}>終了しても、ここまでの記録は残ります。</p>
    </div>
  );
}
