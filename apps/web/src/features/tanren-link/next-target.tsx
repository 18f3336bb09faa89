import { useQuery } from '@tanstack/react-query';
import { formatKg } from '#lib/kilograms.ts';
import { explainNextLoad } from '#lib/next-load-text.ts';
import { workoutLoadsQuery } from '#lib/workout-loads.ts';
import { Amount } from '#ui/amount.tsx';
import { HeavyNote } from './heavy-note.tsx';
import { isMissing, LoadAgain } from '#ui/load-again.tsx';
import classes from './next-target.module.css';

interface NextTargetProps {
  readonly workoutTypeId: number;
  /** What the machine is set to, if it has said so. */
  readonly loadKg: number | null;
}

/** Before the first set: what to set the machine to, and why. */
export function NextTarget({ workoutTypeId, loadKg }: NextTargetProps) {
  const query = useQuery(workoutLoadsQuery);
  const { data: loads, isPending } = query;
  const load = loads?.find((known) => known.workoutTypeId === workoutTypeId);
  return (
    <section className={classes.target} aria-label="今回の目標" aria-busy={isPending}>
      {isMissing(query) ? (
        <LoadAgain what="今回の目標" query={query} />
      ) : load === undefined ? (
        <p className={classes.first}>
          {isPending ? null : '軽い負荷から始めて、無理なく10回できる重さを見つけましょう。'}
        </p>
      ) : (
        <>
          <p className={classes.label}>今回の目標</p>
          <Amount value={formatKg(load.nextLoad)} unit="kg" size={44} />
          <p className={classes.reason}>{explainNextLoad(load)}</p>
          <HeavyNote workoutTypeId={workoutTypeId} loadKg={load.nextLoad} />
        </>
      )}
      <p className={classes.start}>
        {loadKg === null ? null : (
          <>
            マシンの設定 {formatKg(loadKg)} kg
            <br />
          </>
        )}
        1回目を挙げると、ここに回数が表示されます。
      </p>
    </section>
  );
}
