import type { WorkoutDetail } from '@tanren/contract/workouts';
import type { ReactNode } from 'react';
import { formatKg } from '#lib/number-format.ts';
import { Amount, LegendMark, type SeriesColor } from '#ui/charts/amount.tsx';
import { describeChange } from './workout-change.ts';
import classes from './workout-numbers.module.css';

/** What it came to, each with its meaning and how it differs from last time. */
export function WorkoutNumbers({ workout }: { readonly workout: WorkoutDetail }) {
  const { max, tfo, previous, estimatedOneRepMax: estimate } = workout;
  return (
    <dl className={classes.numbers}>
      <BigNumber label="最大負荷" color="cyan" large value={formatKg(max)}>
        {previous === null ? null : <Change kg={max} before={previous.max} />}
      </BigNumber>
      <BigNumber label="総発揮力（tfo）" color="green" value={formatKg(tfo)}>
        {previous === null ? null : <Change kg={tfo} before={previous.tfo} />}
        <dd className={classes.note}>すべての回の重さの合計です。</dd>
      </BigNumber>
      <BigNumber
        label={estimate?.reference ? '推定1RM（参考値）' : '推定1RM'}
        color="blue"
        value={estimate === null ? null : formatKg(estimate.kg)}
      >
        <dd className={classes.note}>
          {estimate === null
            ? '12回を超えるセットだけなので、推定できません。'
            : `${estimate.reps}回のセットから推定した、1回だけ挙げられる重さです。`}
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
      <span className={classes.change}>{sign} kg</span> {words}
    </dd>
  );
}
