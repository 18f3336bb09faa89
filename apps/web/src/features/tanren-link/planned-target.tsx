import { formatKg } from '#lib/kilograms.ts';
import { Amount } from '#ui/amount.tsx';
import type { PlannedSet } from './bout-plan.ts';
import { HeavyNote } from './heavy-note.tsx';
import { hintAtLoad } from './plan-words.ts';
import classes from './planned-target.module.css';

interface PlannedTargetProps {
  readonly workoutTypeId: number;
  readonly next: PlannedSet;
  /** What the machine is set to, if it has said so. */
  readonly loadKg: number | null;
}

/** Before the first set of a bout: what the session asks for. */
export function PlannedTarget({ workoutTypeId, next, loadKg }: PlannedTargetProps) {
  const hint = loadKg === null ? null : hintAtLoad(next, loadKg);
  return (
    <section className={classes.target} aria-label="今回の目標">
      <p className={classes.set}>
        セット {next.set}/{next.sets}
      </p>
      <p className={classes.goal}>
        <Amount value={String(next.reps)} unit="回" size={44} />
        {next.loadKg === null ? null : <Amount value={formatKg(next.loadKg)} unit="kg" size={44} />}
      </p>
      {next.loadKg === null ? (
        <p className={classes.note}>
          軽い負荷から始めて、無理なく{next.reps}回できる重さを見つけましょう。
        </p>
      ) : (
        <HeavyNote workoutTypeId={workoutTypeId} loadKg={next.loadKg} />
      )}
      {hint === null ? null : <p className={classes.hint}>{hint}</p>}
      <p className={classes.note}>1回目を挙げると、ここに回数が表示されます。</p>
    </section>
  );
}
