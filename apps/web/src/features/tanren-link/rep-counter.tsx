import type { LiveMessage } from '@tanren/contract/machine-messages';
import { formatKg } from '#lib/kilograms.ts';
import { Amount } from '#ui/amount.tsx';
import { RestTimer } from './rest-timer.tsx';
import classes from './rep-counter.module.css';

interface RepCounterProps {
  readonly bout: LiveMessage;
  readonly restSince: string | null;
}

/** Read at arm's length: which set, how many, how heavy, and between sets for how long. */
export function RepCounter({ bout, restSince }: RepCounterProps) {
  const { sets, lifting } = bout;
  const last = sets.at(-1);
  const doneKg = last?.loadKg ?? bout.loadKg;
  return (
    <section className={classes.counter} aria-label="現在のセット" data-lifting={lifting}>
      <p className={classes.set}>
        {lifting ? `${sets.length}セット目` : `${sets.length}セット終了`}
      </p>
      <output className={classes.reps} aria-label="回数">
        {/* A new element for each number: it rises once. */}
        <span key={`${sets.length}-${last?.reps ?? 0}`} className={classes.number}>
          {last?.reps ?? 0}
        </span>
        <span className={classes.unit}>回</span>
      </output>
      <Amount value={formatKg(doneKg)} unit="kg" size={44} />
      {lifting ? null : (
        <RestTimer since={restSince} loadKg={bout.loadKg === doneKg ? null : bout.loadKg} />
      )}
    </section>
  );
}
