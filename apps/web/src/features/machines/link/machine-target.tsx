import { isUnusuallyHeavy, toHectograms } from '@tanren/domain/workouts/loads';
import { useQuery } from '@tanstack/react-query';
import { formatKg } from '#lib/number-format.ts';
import { explainNextLoad, quoteTrainer } from '#entities/workouts/next-load-text.ts';
import { MachineDrawing } from '#entities/workouts/machine-drawing.tsx';
import { workoutLoadsQuery, workoutTypesQuery } from '#entities/workouts/workouts.queries.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { isMissing, LoadAgain } from '#ui/feedback/loading.tsx';
import { hintAtLoad, type PlannedSet } from './live-words.ts';
import classes from './rep-counter.module.css';

interface NextTargetProps {
  readonly workoutTypeId: number;
  /** Load that the machine is set to. `null` until the machine has sent it. */
  readonly loadKg: number | null;
}

/** Shows before the first set which load to choose, and why. */
export function NextTarget({ workoutTypeId, loadKg }: NextTargetProps) {
  const query = useQuery(workoutLoadsQuery);
  const { data: loads, isPending } = query;
  const load = loads?.find((known) => known.workoutTypeId === workoutTypeId);
  const { data: types } = useQuery(workoutTypesQuery);
  const firstLoad = types?.find(({ id }) => id === workoutTypeId)?.firstLoad;
  return (
    <section className={classes.target} aria-label="今回の目標" aria-busy={isPending}>
      <MachineDrawing workoutTypeId={workoutTypeId} size={160} />
      {isMissing(query) ? (
        <LoadAgain what="今回の目標" query={query} />
      ) : load === undefined && firstLoad !== undefined ? (
        <>
          <p className={classes.targetLabel}>今回の目標</p>
          <Amount value={formatKg(firstLoad.loadKg)} unit="kg" size={44} />
          <p className={classes.reason}>{quoteTrainer(firstLoad.note)}</p>
        </>
      ) : load === undefined ? (
        <p className={classes.first}>
          {isPending ? null : '軽い重量から始めて、無理なく10回できる重量を見つけましょう。'}
        </p>
      ) : (
        <>
          <p className={classes.targetLabel}>今回の目標</p>
          <Amount value={formatKg(load.nextLoad)} unit="kg" size={44} />
          <p className={classes.reason}>{explainNextLoad(load)}</p>
          <HeavyNote workoutTypeId={workoutTypeId} loadKg={load.nextLoad} />
        </>
      )}
      <p className={classes.start}>
        {loadKg === null ? null : (
          <>
            マシンの設定 {formatKg(loadKg)}kg
            <br />
          </>
        )}
        動かし始めると、ここに回数が出ます。
      </p>
    </section>
  );
}

interface HeavyNoteProps {
  readonly workoutTypeId: number;
  readonly loadKg: number;
}

/**
 * Notes that the machine asks for confirmation before a load far above the member's recent best.
 */
function HeavyNote({ workoutTypeId, loadKg }: HeavyNoteProps) {
  const { data: loads } = useQuery(workoutLoadsQuery);
  const best = loads?.find((load) => load.workoutTypeId === workoutTypeId)?.recentBest;
  if (best === undefined || !isUnusuallyHeavy(toHectograms(loadKg), toHectograms(best)))
    return null;
  return (
    <p className={classes.heavy}>
      最近の最大重量（{formatKg(best)}
      kg）よりかなり重い設定です。マシンの画面で確認すると、この重量になります。
    </p>
  );
}

interface PlannedTargetProps {
  readonly workoutTypeId: number;
  readonly next: PlannedSet;
  /** Load that the machine is set to. `null` until the machine has sent it. */
  readonly loadKg: number | null;
}

/** Shows what the menu asks for before the first set of a bout. */
export function PlannedTarget({ workoutTypeId, next, loadKg }: PlannedTargetProps) {
  const hint = loadKg === null ? null : hintAtLoad(next, loadKg);
  return (
    <section className={classes.plannedTarget} aria-label="今回の目標">
      <MachineDrawing workoutTypeId={workoutTypeId} size={160} />
      <p className={classes.plannedSet}>
        セット {next.set}/{next.sets}
      </p>
      <p className={classes.plannedGoal}>
        <Amount value={String(next.reps)} unit="回" size={44} />
        {next.loadKg === null ? null : <Amount value={formatKg(next.loadKg)} unit="kg" size={44} />}
      </p>
      {next.loadKg === null ? (
        <p className={classes.plannedNote}>
          軽い重量から始めて、無理なく{next.reps}回できる重量を見つけましょう。
          {loadKg === null ? null : `マシンの設定は${formatKg(loadKg)}kgです。`}
        </p>
      ) : (
        <HeavyNote workoutTypeId={workoutTypeId} loadKg={next.loadKg} />
      )}
      {hint === null ? null : <p className={classes.plannedHint}>{hint}</p>}
      <p className={classes.plannedNote}>動かし始めると、ここに回数が出ます。</p>
    </section>
  );
}
