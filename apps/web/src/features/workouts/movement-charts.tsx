import type { WorkoutDetail, WorkoutSet } from '@tanren/contract/workouts/workouts';
import { formatRest } from '@tanren/domain/menus/menus';
import { findRepTrend, listRests } from '@tanren/domain/workouts/rep-trends';
import { CompareChart } from '#ui/charts/compare-chart.tsx';
import { Note } from '#ui/layout.tsx';

export const nameRep = (set: number, rep: number) => `${set + 1}セット目 ${rep + 1}回目`;

/** Shows the rests and the seat position, where the machine measures them. */
export function SetNotes({ sets }: { readonly sets: readonly WorkoutSet[] }) {
  const rests = listRests(sets);
  const seats = [...new Set(sets.flatMap(({ seat }) => seat ?? []))];
  return (
    <>
      {rests === null ? null : (
        <Note>
          セット間の休憩：{rests.map((ms) => formatRest(Math.round(ms / 1000))).join('、')}
        </Note>
      )}
      {seats.length === 0 ? null : <Note>シート位置：{seats.join('、')}</Note>}
    </>
  );
}

type Measure = 'rangeMm' | 'meanVelocityMmPerS';

/** Returns the values of a set in thousandths. Empty if the machine did not measure every rep. */
function listMeasures(set: WorkoutSet | undefined, name: Measure): number[] {
  const values = set?.reps.flatMap((rep) => rep[name] ?? []) ?? [];
  return values.length === set?.reps.length ? values : [];
}

/** Shows range of motion and speed of each rep, where the machine measures them. */
export function MovementCharts({
  workout: { sets, previous },
}: {
  readonly workout: WorkoutDetail;
}) {
  const before = previous?.sets ?? [];
  const draw = (name: Measure, perUnit: number) =>
    sets.map((set, at) => ({
      label: String(at + 1),
      current: listMeasures(set, name).map((value) => value / perUnit),
      before: listMeasures(before[at], name).map((value) => value / perUnit),
    }));
  const shared = {
    names: { current: '今回', before: '前回' },
    groupUnit: 'セット目',
    describe: nameRep,
    // A small change must not look like a large one.
    fromZero: true,
  };
  const isMeasured = (name: Measure) => sets.some((set) => listMeasures(set, name).length > 0);
  const trend = describeRepTrend(sets);
  return (
    <>
      {isMeasured('rangeMm') ? (
        <CompareChart
          {...shared}
          title="可動域"
          answer={trend}
          unit="cm"
          groups={draw('rangeMm', 10)}
          format={(cm) => cm.toFixed(0)}
        />
      ) : null}
      {isMeasured('meanVelocityMmPerS') ? (
        <CompareChart
          {...shared}
          title="挙げる速さ"
          answer={isMeasured('rangeMm') ? '' : trend}
          unit="m/s"
          groups={draw('meanVelocityMmPerS', 1000)}
          format={(speed) => speed.toFixed(2)}
        />
      ) : null}
    </>
  );
}

/** Returns the sentence about the last reps. Empty when there are too few of them. */
function describeRepTrend(sets: readonly WorkoutSet[]): string {
  const trend = findRepTrend(sets);
  switch (trend?.kind) {
    case 'narrower':
      return `最後の${trend.reps}回は可動域が狭くなりました`;
    case 'slower':
      return `最後の${trend.reps}回は動きがゆっくりになりました`;
    case 'even':
      return '最後まで可動域を保てました';
    case undefined:
      return '';
  }
}
