import { IconPencil } from '@tabler/icons-react';
import type { WorkoutDetail, WorkoutSet } from '@tanren/contract/workouts';
import type { ReactNode } from 'react';
import { formatGymClock, formatGymDate, gymDayOf } from '#lib/dates.ts';
import { formatKg, formatKgInColumn, subtractKg } from '#lib/number-format.ts';
import { Amount, LegendMark, type SeriesColor } from '#ui/charts/amount.tsx';
import { BarChart } from '#ui/charts/bar-chart.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { PersonalBestBadge } from './workout-cards.tsx';
import classes from './workout.module.css';

/** `2026年11月15日(日) 18:05〜18:12`. */
export function WorkoutTime({ workout }: { readonly workout: WorkoutDetail }) {
  const { startedAt, endedAt } = workout;
  return (
    <time dateTime={startedAt}>
      {formatGymDate(gymDayOf(startedAt))} {formatGymClock(startedAt)}〜{formatGymClock(endedAt)}
    </time>
  );
}

interface WorkoutPartsProps {
  readonly workout: WorkoutDetail;
  /** Where to go from it. */
  readonly links: ReactNode;
}

/** Everything of one workout, down to each rep. */
export function WorkoutParts({ workout, links }: WorkoutPartsProps) {
  return (
    <>
      <CorrectionNotice correction={workout.correction} />
      <PersonalBestBadge kinds={workout.personalBests} />
      <WorkoutNumbers workout={workout} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <RepChart sets={workout.sets} />
          <RepTable sets={workout.sets} />
        </div>
        <div className={classes.column}>
          <SetTable sets={workout.sets} />
          {links}
        </div>
      </div>
    </>
  );
}

/** That a record is not as the machine sent it, and why. */
function CorrectionNotice({ correction }: Pick<WorkoutDetail, 'correction'>) {
  if (correction === null) return null;
  const { reason, correctedAt } = correction;
  return (
    <Notice Icon={IconPencil}>
      {formatGymDate(gymDayOf(correctedAt))}に、スタッフが記録を修正しました。理由：{reason}
    </Notice>
  );
}

/** What it came to, each with its meaning and how it differs from last time. */
function WorkoutNumbers({ workout }: { readonly workout: WorkoutDetail }) {
  const { max, tfo, previous, estimatedOneRepMax: estimate } = workout;
  return (
    <dl className={classes.numbers}>
      <BigNumber label="最大重量" color="cyan" large value={formatKg(max)}>
        {previous === null ? null : <Change kg={max} before={previous.max} />}
      </BigNumber>
      <BigNumber label="総発揮力" color="green" value={formatKg(tfo)}>
        {previous === null ? null : <Change kg={tfo} before={previous.tfo} />}
        <dd className={classes.note}>挙げた重量の合計です。</dd>
      </BigNumber>
      <BigNumber
        label={estimate?.reference ? '推定1RM（参考値）' : '推定1RM'}
        color="blue"
        value={estimate === null ? null : formatKg(estimate.kg)}
      >
        <dd className={classes.note}>
          {estimate === null
            ? '12回を超えるセットだけなので、推定できません。'
            : `1回が限界の重量の目安（${estimate.reps}回のセットから）`}
        </dd>
      </BigNumber>
    </dl>
  );
}

interface BigNumberProps {
  readonly label: string;
  readonly color: SeriesColor;
  readonly large?: boolean;
  /** null: cannot be told. */
  readonly value: string | null;
  readonly children: ReactNode;
}

function BigNumber({ label, color, large = false, value, children }: BigNumberProps) {
  return (
    <div className={large ? `${classes.number} ${classes.large}` : classes.number}>
      <dt>
        <LegendMark color={color} />
        {label}
      </dt>
      <dd>{value === null ? '—' : <Amount value={value} unit="kg" size={large ? 44 : 28} />}</dd>
      {children}
    </div>
  );
}

function Change({ kg, before }: { readonly kg: number; readonly before: number }) {
  const { sign, words } = describeChange(kg, before);
  return (
    <dd className={classes.note}>
      <span className={classes.change}>{sign}kg</span> {words}
    </dd>
  );
}

/** `前回より 2.5kg アップ`, in words as well as with a sign: the eye finds the one, the ear the other. */
export function describeChange(kg: number, before: number): { sign: string; words: string } {
  const change = subtractKg(kg, before);
  if (change === 0) return { sign: '±0', words: '前回と同じ' };
  return change > 0
    ? { sign: `+${formatKg(change)}`, words: '前回よりアップ' }
    : { sign: `−${formatKg(-change)}`, words: '前回よりダウン' };
}

interface SetTableProps {
  readonly sets: readonly WorkoutSet[];
}

function SetTable({ sets }: SetTableProps) {
  return (
    <Card heading="セット">
      <DataTable
        caption="セットごとの記録"
        columns={['セット', '設定(kg)', '回数', '最大重量(kg)', '合計(kg)']}
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
    </Card>
  );
}

/** The bars in numbers. */
function RepTable({ sets }: SetTableProps) {
  return (
    <Disclosure label="1回ごとの記録を表で見る">
      <DataTable
        caption="1回ごとの記録"
        columns={['セットと回', '重量(kg)', '時間(秒)']}
        rows={sets.flatMap(({ reps }, set) =>
          reps.map(({ loadKg, ms }, rep) => ({
            key: `${set}-${rep}`,
            cells: [
              `${set + 1}セット目 ${rep + 1}回目`,
              formatKgInColumn(loadKg),
              (ms / 1000).toFixed(1),
            ],
          })),
        )}
      />
    </Disclosure>
  );
}

/** Every rep as a bar, set by set. */
function RepChart({ sets }: { readonly sets: readonly WorkoutSet[] }) {
  return (
    <BarChart
      title="1回ごとの重量"
      question="どの回で、どれだけ挙げたか"
      color="cyan"
      unit="kg"
      groupUnit="セット目"
      groups={sets.map(({ reps }, set) => ({
        label: String(set + 1),
        bars: reps.map(({ loadKg, ms }, rep) => ({
          value: loadKg,
          about: `${set + 1}セット目 ${rep + 1}回目 ${(ms / 1000).toFixed(1)}秒`,
        })),
      }))}
      format={formatKg}
    />
  );
}
