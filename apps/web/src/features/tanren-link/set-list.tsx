import type { LiveMessage } from '@tanren/contract/machine-messages';
import { formatKgInColumn } from '#lib/kilograms.ts';
import { Card } from '#ui/card.tsx';
import classes from './set-list.module.css';

/** Newest first: a phone shows it without scrolling. */
export function SetList({ sets, lifting }: Pick<LiveMessage, 'sets' | 'lifting'>) {
  const rows = sets.map((set, index) => ({ ...set, number: index + 1 })).toReversed();
  return (
    <Card heading="セット">
      <ol className={classes.list} reversed>
        {rows.map(({ number, loadKg, reps }) => (
          <li key={number} className={classes.row}>
            <span className={classes.number}>{number}</span>
            <span>{formatKgInColumn(loadKg)} kg</span>
            <span>
              {reps} 回
              {lifting && number === sets.length ? (
                <span className={classes.now}>（実施中）</span>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
