import type { WorkoutSet } from '@tanren/contract/workouts/workouts';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { toKilograms } from '@tanren/domain/workouts/loads';
import { describeEstimate } from '@tanren/domain/workouts/one-rep-max';
import type { RepMeasures } from '@tanren/domain/workouts/rep-measures';
import { listMarks, type RecordMark } from '@tanren/domain/workouts/workout-records';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import type { Queryable } from '#db/database.ts';
import type { ExportRow } from '#modules/identity/member-data.service.ts';
import type { WorkoutRow, WorkoutSetRow } from '#db/schema/workouts.ts';
import type { TimePosition } from '#db/time-cursor.ts';
import { selectSets, selectOldestWorkouts, type WorkoutMenu } from './workout-reads.store.ts';
import { describeCorrection, listPersonalBests, toWorkoutSet } from './workout-reads.service.ts';

export const workoutSetHeaders = [
  '開始日時（日本時間）',
  '終了日時（日本時間）',
  '種目',
  'セット',
  '設定重量（kg）',
  '回数',
  'セットの最大重量（kg）',
  'セットの総発揮力（kg）',
  'トレーニングの最大重量（kg）',
  'トレーニングの総発揮力（kg）',
  'トレーニングの推定1RM（kg）',
  '推定1RMの回数',
  '自己ベスト更新',
  'ジム番号',
  'マシン番号',
  'トレーニング番号',
  'メニュー',
  '来館日',
  '記録の状態',
  'セットの開始日時（日本時間）',
  'シート位置',
  '完了しなかった回数',
  '可動域の平均（cm）',
  '挙げる時間の平均（秒）',
  '下ろす時間の平均（秒）',
  '挙げる速さの平均（m/s）',
  '挙げる速さの最高（m/s）',
] as const;

const bestNames = { max: '最大重量', tfo: '総発揮力', oneRepMax: '推定1RM' } as const;

const markNames: Record<RecordMark, string> = {
  claimed: 'あとから受け取り',
  correction_pending: '訂正（スタッフの確認待ち）',
  correction_confirmed: '訂正（スタッフ承認済み）',
  corrected_by_staff: 'スタッフが修正',
};

/** Number of workouts in memory at once: a page takes a few hundred kilobytes. */
const pageLength = 200;

/**
 * Yields every set, oldest first. Each page is its own query, so that no connection waits for a
 * slow reader.
 */
export async function* readSetRows(
  db: Queryable,
  sub: string,
  workoutTypeId: number | null,
): AsyncIterable<ExportRow> {
  let from: TimePosition | null = null;
  for (;;) {
    const page = await selectOldestWorkouts(db, { sub, workoutTypeId, from, limit: pageLength });
    const sets = await selectSets(
      db,
      page.map(({ workout }) => workout.id),
    );
    const setsOf = groupByWorkout(sets);
    for (const found of page) {
      const own = setsOf.get(found.workout.id) ?? [];
      for (const [at, set] of own.entries()) yield describeSet(found, set, at + 1);
    }
    if (page.length < pageLength) return;
    from = page.at(-1)?.workout ?? null;
  }
}

function groupByWorkout(sets: readonly WorkoutSetRow[]): Map<number, WorkoutSetRow[]> {
  const groups = new Map<number, WorkoutSetRow[]>();
  for (const set of sets) {
    const group = groups.get(set.workoutId);
    if (group === undefined) groups.set(set.workoutId, [set]);
    else group.push(set);
  }
  return groups;
}

/** Returns the cells for what the machine measured. A cell without a measurement is empty. */
function describeMeasures(startedAt: Date, { reps, failedReps, startMs, seat }: WorkoutSet) {
  const setStartMs = startMs ?? reps[0]?.startMs;
  const list = (name: Exclude<keyof RepMeasures, 'side'>) => reps.flatMap((rep) => rep[name] ?? []);
  const average = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  const round = (value: number | null, perUnit: number, decimals: number) =>
    value === null ? null : Number((value / perUnit).toFixed(decimals));
  const speeds = list('peakVelocityMmPerS');
  return [
    setStartMs === undefined ? null : toGymTime(new Date(startedAt.getTime() + setStartMs)),
    seat ?? null,
    failedReps?.length ?? null,
    round(average(list('rangeMm')), 10, 1),
    round(average(list('concentricMs')), 1000, 2),
    round(average(list('eccentricMs')), 1000, 2),
    round(average(list('meanVelocityMmPerS')), 1000, 2),
    round(speeds.length === 0 ? null : Math.max(...speeds), 1000, 2),
  ];
}

interface ExportedWorkout {
  readonly workout: WorkoutRow;
  readonly session: WorkoutMenu | null;
  readonly dayMaxHg: number;
}

function describeSet(
  { workout, session, dayMaxHg }: ExportedWorkout,
  set: WorkoutSetRow,
  number: number,
): ExportRow {
  const estimate = describeEstimate(workout.oneRepMaxHg, workout.oneRepMaxReps, dayMaxHg);
  const personalBests = listPersonalBests(workout);
  const marks = listMarks(workout);
  const workoutSet = toWorkoutSet(set);
  const { loadKg, reps, ...measures } = workoutSet;
  const { id, workoutUuid, startedAt, endedAt, gymDay, machineId, gymId } = workout;
  const max = toKilograms(workout.maxHg);
  const tfo = toKilograms(workout.tfoHg);
  const setTfo = toKilograms(set.repLoadsHg.reduce((sum, hg) => sum + hg, 0));
  return {
    record: {
      workoutId: id,
      workoutUuid,
      workoutTypeId: workout.workoutTypeId,
      startedAt,
      endedAt,
      gymDay,
      gymId,
      machineId,
      trainingSessionId: session?.id ?? null,
      trainingSessionTitle: session?.title ?? null,
      max,
      tfo,
      estimatedOneRepMax: estimate,
      personalBests,
      correction: describeCorrection(workout),
      marks,
      set: number,
      loadKg,
      reps,
      ...measures,
    },
    cells: [
      toGymTime(startedAt),
      toGymTime(endedAt),
      nameType(workout.workoutTypeId),
      number,
      loadKg,
      reps.length,
      reps.length === 0 ? null : Math.max(...reps.map((rep) => rep.loadKg)),
      setTfo,
      max,
      tfo,
      estimate?.kg ?? null,
      estimate?.reps ?? null,
      personalBests.map((kind) => bestNames[kind]).join('、'),
      gymId,
      machineId,
      id,
      session?.title ?? null,
      gymDay,
      marks.map((mark) => markNames[mark]).join('、'),
      ...describeMeasures(startedAt, workoutSet),
    ],
  };
}

function nameType(workoutTypeId: number): string {
  return workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? String(workoutTypeId);
}
