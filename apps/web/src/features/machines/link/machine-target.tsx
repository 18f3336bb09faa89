import type { TanrenConnection } from '@tanren/contract/machines/tanren-connection';
import { isUnusuallyHeavy, toHectograms } from '@tanren/domain/workouts/loads';
import { useQuery } from '@tanstack/react-query';
import { formatKg } from '#lib/number-format.ts';
import { NextLoadChance } from '#entities/workouts/next-load-chance.tsx';
import { explainNextLoad, quoteTrainer } from '#entities/workouts/next-load-text.ts';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { workoutLoadsQuery, workoutTypesQuery } from '#entities/workouts/workouts.queries.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { isMissing, LoadAgain } from '#ui/feedback/loading.tsx';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';
import { hintAtLoad, type PlannedSet } from './live-words.ts';
import classes from './rep-counter.module.css';

interface NextTargetProps {
  readonly workoutTypeId: number;
  /** Load that the machine is set to. `null` until the machine has sent it. */
  readonly loadKg: number | null;
  /** Seat position of the last time. `null` when it is unknown. */
  readonly seat: number | null;
  /** Difference of the machine from others of its type. `undefined` when there is none. */
  readonly feel: TanrenConnection['machineFeel'];
}

/** Says that the machine differs, so that a hard day is not taken for a loss of strength. */
function FeelNote({ feel }: Pick<NextTargetProps, 'feel'>) {
  return feel === undefined ? null : (
    <Text above={8}>このマシンは同じ表示でも少し{feel === 'heavier' ? '重め' : '軽め'}です。</Text>
  );
}

function LastSeat({ seat }: Pick<NextTargetProps, 'seat'>) {
  return seat === null ? null : (
    <Text weight={700} above={8}>
      前回のシート位置：{seat}
    </Text>
  );
}

/** Shows before the first set which load to choose, and why. */
export function NextTarget({ workoutTypeId, loadKg, seat, feel }: NextTargetProps) {
  const query = useQuery(workoutLoadsQuery);
  const { data: loads, isPending } = query;
  const load = loads?.find((known) => known.workoutTypeId === workoutTypeId);
  const { data: types } = useQuery(workoutTypesQuery);
  const firstLoad = types?.find(({ id }) => id === workoutTypeId)?.firstLoad;
  return (
    <Stack
      as="section"
      middle
      justify="center"
      card
      padding={16}
      centered
      className={classes.target}
      aria-label="今回の目標"
      aria-busy={isPending}
    >
      <MachineDrawing workoutTypeId={workoutTypeId} size={160} />
      {isMissing(query) ? (
        <LoadAgain what="今回の目標" query={query} />
      ) : load === undefined && firstLoad !== undefined ? (
        <>
          <Text quiet>今回の目標</Text>
          <Amount value={formatKg(firstLoad.loadKg)} unit="kg" size={44} />
          <Text above={8}>{quoteTrainer(firstLoad.note)}</Text>
        </>
      ) : load === undefined ? (
        <Text above={8}>
          {isPending ? null : '軽い重量から始めて、無理なく10回できる重量を見つけましょう。'}
        </Text>
      ) : (
        <>
          <Text quiet>今回の目標</Text>
          <Amount value={formatKg(load.nextLoad)} unit="kg" size={44} />
          <NextLoadChance load={load} />
          <Text above={8}>{explainNextLoad(load)}</Text>
          <HeavyNote workoutTypeId={workoutTypeId} loadKg={load.nextLoad} />
        </>
      )}
      <FeelNote feel={feel} />
      <LastSeat seat={seat} />
      <Note above={24} className={classes.start}>
        {loadKg === null ? null : (
          <>
            マシンの設定 {formatKg(loadKg)}kg
            <br />
          </>
        )}
        動かし始めると、ここに回数が出ます。
      </Note>
    </Stack>
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
    <Text size={14} above={12} className={classes.heavy}>
      最近の最大重量（{formatKg(best)}
      kg）よりかなり重い設定です。マシンの画面で確認すると、この重量になります。
    </Text>
  );
}

interface PlannedTargetProps extends NextTargetProps {
  readonly next: PlannedSet;
}

/** Shows what the menu asks for before the first set of a bout. */
export function PlannedTarget({ workoutTypeId, next, loadKg, seat, feel }: PlannedTargetProps) {
  const hint = loadKg === null ? null : hintAtLoad(next, loadKg);
  return (
    <Stack
      as="section"
      gap={8}
      middle
      justify="center"
      card
      padding={16}
      centered
      className={classes.target}
      aria-label="今回の目標"
    >
      <MachineDrawing workoutTypeId={workoutTypeId} size={160} />
      <Text quiet>
        セット {next.set}/{next.sets}
      </Text>
      <Row as="p" gap={24}>
        <Amount value={String(next.reps)} unit="回" size={44} />
        {next.loadKg === null ? null : <Amount value={formatKg(next.loadKg)} unit="kg" size={44} />}
      </Row>
      {next.loadKg === null ? (
        <Note>
          軽い重量から始めて、無理なく{next.reps}回できる重量を見つけましょう。
          {loadKg === null ? null : `マシンの設定は${formatKg(loadKg)}kgです。`}
        </Note>
      ) : (
        <HeavyNote workoutTypeId={workoutTypeId} loadKg={next.loadKg} />
      )}
      {hint === null ? null : <Text weight={700}>{hint}</Text>}
      <FeelNote feel={feel} />
      <LastSeat seat={seat} />
      <Note>動かし始めると、ここに回数が出ます。</Note>
    </Stack>
  );
}
