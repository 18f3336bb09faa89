import { formatKg } from '#lib/kilograms.ts';
import { useNow } from '#ui/use-now.ts';
import { formatTimer } from './durations.ts';
import classes from './rest-timer.module.css';

interface RestTimerProps {
  /** By the machine's clock; null when the end of the set was not seen. */
  readonly since: string | null;
  /** What the machine is set to now, if it is something else. */
  readonly loadKg: number | null;
}

export function RestTimer({ since, loadKg }: RestTimerProps) {
  return (
    <div className={classes.rest}>
      <span className={classes.label}>休憩</span>
      {since === null ? null : <Timer since={since} />}
      {loadKg === null ? null : (
        <span className={classes.label}>次の設定 {formatKg(loadKg)} kg</span>
      )}
    </div>
  );
}

function Timer({ since }: { readonly since: string }) {
  const now = useNow(1000);
  return (
    <span className={classes.time} role="timer">
      {formatTimer(now - Date.parse(since))}
    </span>
  );
}
