import type { LiveMessage } from '@tanren/contract/machine-messages';
import { formatKg } from '#lib/kilograms.ts';
import { Amount } from '#ui/amount.tsx';
import type { BoutPlan } from './bout-plan.ts';
import { describeGoal, hintAtLoad } from './plan-words.ts';
import { RestTimer } from './rest-timer.tsx';
import classes from './rep-counter.module.css';

interface RepCounterProps {
  readonly bout: LiveMessage;
  readonly restSince: string | null;
  /** null: no session is followed. */
  readonly plan: BoutPlan | null;
}

/** Read at arm's length: which set, how many, how heavy, and between sets for how long. */
export function RepCounter({ bout, restSince, plan }: RepCounterProps) {
  const { sets, lifting } = bout;
  const last = sets.at(-1);
  const doneKg = last?.loadKg ?? bout.loadKg;
  const next = plan?.next ?? null;
  const hint = next === null ? null : hintAtLoad(next, bout.loadKg);
  return (
    <section className={classes.counter} aria-label="現在のセット" data-lifting={lifting}>
      <p className={classes.set}>{nameSet(bout, plan)}</p>
      <output className={classes.reps} aria-label="回数">
        {/* A new element for each number: it rises once. */}
        <span key={`${sets.length}-${last?.reps ?? 0}`} className={classes.number}>
          {last?.reps ?? 0}
        </span>
        <span className={classes.unit}>回</span>
      </output>
      <Amount value={formatKg(doneKg)} unit="kg" size={44} />
      {next === null ? null : (
        <p className={classes.goal}>
          {lifting ? '目標' : '次は'} {describeGoal(next)}
          {hint === null ? null : <span className={classes.hint}>（{hint}）</span>}
        </p>
      )}
      {lifting || plan?.next === null ? null : (
        <RestTimer
          since={restSince}
          loadKg={plan !== null || bout.loadKg === doneKg ? null : bout.loadKg}
          restSeconds={plan?.restSeconds ?? null}
        />
      )}
    </section>
  );
}

/** By the session where one is followed; what is lifted beyond it is counted as ever. */
function nameSet({ sets, lifting }: LiveMessage, plan: BoutPlan | null): string {
  if (lifting) {
    const next = plan?.next ?? null;
    return next === null ? `${sets.length}セット目` : `セット ${next.set}/${next.sets}`;
  }
  const last = plan?.last ?? null;
  return last === null ? `${sets.length}セット終了` : `${last.set}/${last.sets}セット終了`;
}
