import { formatKg } from '#lib/kilograms.ts';
import { Amount } from '#ui/amount.tsx';
import { LegendMark } from '#ui/legend-mark.tsx';
import classes from './bout-totals.module.css';

/** The two numbers that rankings are made of, with what they mean. */
export function BoutTotals({ max, tfo }: { readonly max: number; readonly tfo: number }) {
  return (
    <dl className={classes.totals}>
      <div className={classes.total}>
        <dt>
          <LegendMark color="cyan" />
          最大負荷
        </dt>
        <dd>
          <Amount value={formatKg(max)} unit="kg" size={28} />
        </dd>
        <dd className={classes.note}>1回で挙げた最大の重さです。</dd>
      </div>
      <div className={classes.total}>
        <dt>
          <LegendMark color="green" />
          総発揮力（tfo）
        </dt>
        <dd>
          <Amount value={formatKg(tfo)} unit="kg" size={28} />
        </dd>
        <dd className={classes.note}>すべての回の重さの合計です。</dd>
      </div>
    </dl>
  );
}
