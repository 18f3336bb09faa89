import { formatKg } from '#lib/kilograms.ts';
import { StatusText } from '#ui/status-text.tsx';
import { useNow } from '#lib/use-now.ts';
import { formatTimer, leftOfRest } from './durations.ts';
import classes from './rest-timer.module.css';

interface RestTimerProps {
  /** By the machine's clock; null when the end of the set was not seen. */
  readonly since: string | null;
  /** What the machine is set to now, if it is something else. */
  readonly loadKg: number | null;
  /** How long to rest; null: as long as one likes. */
  readonly restSeconds: number | null;
}

export function RestTimer({ since, loadKg, restSeconds }: RestTimerProps) {
  return (
    <div className={classes.rest}>
      <span className={classes.label}>休憩</span>
      {since === null ? null : <Timer since={since} restSeconds={restSeconds} />}
      {loadKg === null ? null : (
        <span className={classes.label}>次の設定 {formatKg(loadKg)} kg</span>
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
          <span className={classes.label}>あと</span> {formatTimer(left + 999)}
        </span>
      ) : null}
      <StatusText>
        {left > 0 ? null : <strong className={classes.time}>次のセットへ</strong>}
      </StatusText>
    </>
  );
}
