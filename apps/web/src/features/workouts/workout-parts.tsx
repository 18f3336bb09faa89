import { IconClockHour4, IconPencil } from '@tabler/icons-react';
import type { RecordSet } from '@tanren/contract/workouts/workout-records';
import type { Workout, WorkoutDetail, WorkoutSet } from '@tanren/contract/workouts/workouts';
import type { ReactNode } from 'react';
import { RecordMarks } from '#entities/workouts/record-marks.tsx';
import { describeSets } from '#entities/workouts/record-words.ts';
import { formatGymDate, formatSlotTime, gymDateOf } from '#lib/dates.ts';
import { formatKg, formatKgChange, formatKgInColumn } from '#lib/number-format.ts';
import { Amount, NumberTile, tileNote } from '#ui/charts/amount.tsx';
import { CompareChart } from '#ui/charts/compare-chart.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { Row, Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { MovementCharts, nameRep, SetNotes } from './movement-charts.tsx';
import { PersonalBestBadge } from './workout-cards.tsx';
import classes from './workout.module.css';

/** Shows `11月15日(日) 18:05〜18:12`, and the marks of the record. */
export function WorkoutTime({ workout }: { readonly workout: Workout }) {
  const { startedAt, endedAt, gymDay, marks } = workout;
  return (
    <Row as="span" gap={12} rowGap={0} align="center" wrap>
      <time dateTime={startedAt}>
        {formatGymDate(gymDay)}{' '}
        <span className="range">
          {formatSlotTime({ startsAt: startedAt, endsAt: endedAt }, gymDay)}
        </span>
      </time>
      <RecordMarks marks={marks} />
    </Row>
  );
}

interface WorkoutPartsProps {
  readonly workout: WorkoutDetail;
  /** Sets as corrected by the member, while the correction waits for staff. */
  readonly correctedSets?: readonly RecordSet[] | undefined;
  /** Load for next time. */
  readonly next?: ReactNode;
  /** Links to related pages. */
  readonly links: ReactNode;
}

/** Shows all details of a workout, down to each rep. */
export function WorkoutParts({ workout, correctedSets, next, links }: WorkoutPartsProps) {
  return (
    <>
      <CorrectionNotice workout={workout} correctedSets={correctedSets} />
      <SetTable sets={workout.sets} />
      <PersonalBestBadge kinds={workout.personalBests} />
      <WorkoutNumbers workout={workout} />
      {next === undefined ? (
        <Stack fit={340} gap={12}>
          <RepChart workout={workout} />
          <MovementCharts workout={workout} />
          <Stack gap={12} top>
            <RepTable workout={workout} />
            {links}
          </Stack>
        </Stack>
      ) : (
        <Stack gap={12} className={classes.columns}>
          <Stack gap={12} top>
            <RepChart workout={workout} />
            <MovementCharts workout={workout} />
            <RepTable workout={workout} />
          </Stack>
          <Stack gap={12} top>
            {next}
            {links}
          </Stack>
        </Stack>
      )}
    </>
  );
}

/**
 * Shows that a record differs from what the machine sent, with the author and the reason. Trainers
 * see it as well.
 */
function CorrectionNotice({
  workout: { correction, marks },
  correctedSets,
}: Pick<WorkoutPartsProps, 'workout' | 'correctedSets'>) {
  if (correction === null) return null;
  const { reason, correctedAt, by = 'staff' } = correction;
  const day = formatGymDate(gymDateOf(correctedAt));
  if (by === 'staff') {
    return (
      <Notice Icon={IconPencil}>
        {day}に、スタッフが記録を修正しました。理由：{reason}
      </Notice>
    );
  }
  if (marks?.includes('correction_pending') === true) {
    return (
      <Notice Icon={IconClockHour4}>
        {day}
        の訂正は、スタッフの確認待ちです。確認されるまで元の記録を使い、ランキングには載りません。
        {correctedSets === undefined ? null : (
          <Text as="span" block>
            訂正後：{describeSets(correctedSets)}
          </Text>
        )}
        <Text as="span" block>
          理由：{reason}
        </Text>
      </Notice>
    );
  }
  return (
    <Notice Icon={IconPencil}>
      {day}に訂正した記録です。スタッフが確認しました。理由：{reason}
    </Notice>
  );
}

/** Shows the totals of a workout, each with its meaning and the change since last time. */
function WorkoutNumbers({ workout }: { readonly workout: WorkoutDetail }) {
  const { max, tfo, previous, estimatedOneRepMax: estimate } = workout;
  return (
    <Stack as="dl" gap={12} className={classes.numbers}>
      <NumberTile label="最大重量" color="cyan" value={inKg(max, 44)}>
        {previous === null ? null : <Change kg={max} before={previous.max} />}
      </NumberTile>
      <NumberTile label="総発揮力" color="green" value={inKg(tfo)}>
        {previous === null ? null : <Change kg={tfo} before={previous.tfo} />}
        <dd className={tileNote}>挙げた重量の合計です。</dd>
      </NumberTile>
      <NumberTile
        label={estimate?.reference ? '推定1RM（参考値）' : '推定1RM'}
        color="blue"
        value={estimate === null ? '—' : inKg(estimate.kg)}
      >
        <dd className={tileNote}>{explainEstimate(estimate)}</dd>
      </NumberTile>
    </Stack>
  );
}

/** Explains where the estimate comes from, or why there is none. */
export function explainEstimate(estimate: WorkoutDetail['estimatedOneRepMax']): string {
  if (estimate === null) return '12回を超えるセットだけなので、推定できません。';
  return estimate.reps === 1
    ? '1回が限界の重量の目安（実際に挙げた重量から）'
    : `1回が限界の重量の目安（${estimate.reps}回のセットから）`;
}

function inKg(kg: number, size: 28 | 44 = 28): ReactNode {
  return <Amount value={formatKg(kg)} unit="kg" size={size} />;
}

function Change({ kg, before }: { readonly kg: number; readonly before: number }) {
  const change = formatKgChange(kg, before);
  return (
    <dd className={tileNote}>
      {change === null ? (
        '前回と同じ'
      ) : (
        <>
          前回より
          <Text as="span" bright size={14} weight={500}>
            {change}kg
          </Text>
        </>
      )}
    </dd>
  );
}

interface SetTableProps {
  readonly sets: readonly WorkoutSet[];
}

function SetTable({ sets }: SetTableProps) {
  return (
    <Card heading="セット">
      <DataTable
        caption="セットごとの記録"
        columns={['セット', '重量(kg)', '回数', '最大重量(kg)', '合計(kg)']}
        rows={sets.map((set, index) => ({
          key: index,
          cells: [
            index + 1,
            formatKgInColumn(set.loadKg),
            set.reps.length,
            formatKgInColumn(Math.max(...set.reps.map(({ loadKg }) => loadKg))),
            formatKgInColumn(set.reps.reduce((sum, { loadKg }) => sum + loadKg, 0)),
          ],
        }))}
      />
      <SetNotes sets={sets} />
    </Card>
  );
}

const toSeconds = (ms: number) => (ms / 1000).toFixed(1);

/** Shows the values of the chart in a table. */
function RepTable({ workout: { sets, previous } }: { readonly workout: WorkoutDetail }) {
  const columns = ['セットと回', '重量(kg)', '時間(秒)'];
  return (
    <Disclosure label="1回ごとの記録を表で見る">
      <DataTable
        caption="1回ごとの記録"
        columns={previous === null ? columns : [...columns, '前回(秒)']}
        rows={sets.flatMap(({ reps }, set) =>
          reps.map(({ loadKg, ms }, rep) => {
            const before = previous?.sets[set]?.reps[rep];
            const cells = [nameRep(set, rep), formatKgInColumn(loadKg), toSeconds(ms)];
            const last = before === undefined ? '—' : toSeconds(before.ms);
            return { key: `${set}-${rep}`, cells: previous === null ? cells : [...cells, last] };
          }),
        )}
      />
    </Disclosure>
  );
}

const listMs = (set: WorkoutSet | undefined) => set?.reps.map(({ ms }) => ms) ?? [];

/** Shows how long each rep took, set by set, compared with last time. */
function RepChart({ workout: { sets, previous } }: { readonly workout: WorkoutDetail }) {
  const before = previous?.sets ?? [];
  const longer = before.length > sets.length ? before : sets;
  return (
    <CompareChart
      title="1回にかけた時間"
      answer={describePace(sets, before)}
      unit="秒"
      names={{ current: '今回', before: '前回' }}
      groupUnit="セット目"
      groups={longer.map((_, set) => ({
        label: String(set + 1),
        current: listMs(sets[set]).map((ms) => ms / 1000),
        before: listMs(before[set]).map((ms) => ms / 1000),
      }))}
      format={(seconds) => seconds.toFixed(1)}
      describe={nameRep}
    />
  );
}

/** Answers the chart: the mean time of a rep, and that of the last time. */
export function describePace(sets: readonly WorkoutSet[], before: readonly WorkoutSet[]): string {
  const mean = (all: readonly WorkoutSet[]) => {
    const ms = all.flatMap(listMs);
    return ms.length === 0
      ? null
      : `${(ms.reduce((sum, one) => sum + one, 0) / ms.length / 1000).toFixed(1)}秒`;
  };
  const [now, last] = [mean(sets), mean(before)];
  if (now === null) return '';
  return `1回平均${now}${last === null ? '' : `（前回${last}）`}`;
}
