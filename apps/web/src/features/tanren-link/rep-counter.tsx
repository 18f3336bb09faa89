import type { LiveMessage } from '@tanren/contract/machine-messages';
import { formatKg, formatKgInColumn } from '#lib/number-format.ts';
import { useNow } from '#lib/server-time.ts';
import { Amount, LegendMark } from '#ui/charts/amount.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { type BoutPlan, describeGoal, formatTimer, hintAtLoad, leftOfRest } from './live-words.ts';
import classes from './rep-counter.module.css';

/** Newest first: a phone shows it without scrolling. */
export function SetList({ sets, lifting }: Pick<LiveMessage, 'sets' | 'lifting'>) {
  const rows = sets.map((set, index) => ({ ...set, number: index + 1 })).toReversed();
  return (
    <Card heading="セット">
      <ol className={classes.list} reversed>
        {rows.map(({ number, loadKg, reps }) => (
          <li key={number} className={classes.row}>
            <span className={classes.setNumber}>{number}</span>
            <span>{formatKgInColumn(loadKg)}kg</span>
            <span>
              {reps}回
              {lifting && number === sets.length ? (
                <span className={classes.now}>（トレーニング中）</span>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The two numbers that rankings are made of, with what they mean. */
export function BoutTotals({ max, tfo }: { readonly max: number; readonly tfo: number }) {
  return (
    <dl className={classes.totals}>
      <div className={classes.total}>
        <dt>
          <LegendMark color="cyan" />
          最大重量
        </dt>
        <dd>
          <Amount value={formatKg(max)} unit="kg" size={28} />
        </dd>
        <dd className={classes.totalNote}>1回で挙げた、いちばん重い重量です。</dd>
      </div>
      <div className={classes.total}>
        <dt>
          <LegendMark color="green" />
          総発揮力
        </dt>
        <dd>
          <Amount value={formatKg(tfo)} unit="kg" size={28} />
        </dd>
        <dd className={classes.totalNote}>挙げた重量の合計です。</dd>
      </div>
    </dl>
  );
}

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

interface RestTimerProps {
  /** By the machine's clock; null when the end of the set was not seen. */
  readonly since: string | null;
  /** What the machine is set to now, if it is something else. */
  readonly loadKg: number | null;
  /** How long to rest; null: as long as one likes. */
  readonly restSeconds: number | null;
}

function RestTimer({ since, loadKg, restSeconds }: RestTimerProps) {
  return (
    <div className={classes.rest}>
      <span className={classes.restLabel}>休憩</span>
      {since === null ? null : <Timer since={since} restSeconds={restSeconds} />}
      {loadKg === null ? null : (
        <span className={classes.restLabel}>次の設定 {formatKg(loadKg)}kg</span>
      )}
    </div>
  );
}

interface TimerProps {
  readonly since: string;
  readonly restSeconds: number | null;
}

/** Down to the next set where a session says how long, else up. */
function Timer({ since, restSeconds }: TimerProps) {
  const now = useNow(1000);
  if (restSeconds === null) {
    return (
      <span className={classes.time} role="timer">
        {formatTimer(now - Date.parse(since))}
      </span>
    );
  }
  const left = leftOfRest(since, restSeconds, now);
  return (
    <>
      {left > 0 ? (
        <span className={classes.time} role="timer">
          <span className={classes.restLabel}>あと</span> {formatTimer(left + 999)}
        </span>
      ) : null}
      <StatusText>
        {left > 0 ? null : <strong className={classes.time}>次のセットへ</strong>}
      </StatusText>
    </>
  );
}
