import type { DoorCode as Code } from '@tanren/contract/gym-door';
import { doorStepSeconds } from '@tanren/domain/door';
import { useState } from 'react';
import { formatGymClock } from '#lib/dates.ts';
import { useWakeLock } from '#ui/use-wake-lock.ts';
import classes from './door-code.module.css';

interface DoorCodeProps {
  readonly code: Code;
  readonly until: string;
  readonly now: number;
}

/** Long enough for the way to the door, and not for a whole training in a pocket. */
const awakeMs = 5 * 60_000;

export function DoorCode({ code: { passcode, validUntil }, until, now }: DoorCodeProps) {
  const [shownSince] = useState(now);
  useWakeLock(now - shownSince < awakeMs);
  const leftMs = Math.max(0, Date.parse(validUntil) - now);
  return (
    <div className={classes.code}>
      <p className={classes.lead}>入口のキーパッドに入力してください。</p>
      <Digits passcode={passcode} />
      <div className={classes.left}>
        <span className={classes.track} aria-hidden>
          <span
            // A new code starts with a full bar at once, instead of filling it backwards.
            key={passcode}
            className={classes.rest}
            style={{ transform: `scaleX(${Math.min(1, leftMs / (doorStepSeconds * 1000))})` }}
          />
        </span>
        <span className={classes.seconds} role="timer">
          あと{Math.ceil(leftMs / 1000)}秒
        </span>
      </div>
      <p className={classes.until}>予約の終了 {formatGymClock(until)} まで表示されます。</p>
    </div>
  );
}

/** Read out digit by digit, and again only when another code takes over. */
function Digits({ passcode }: { readonly passcode: string }) {
  return (
    <output className={classes.digits} aria-label="解錠コード" aria-live="polite">
      <span aria-hidden className={classes.shown}>
        {passcode.slice(0, 3)}
        <span className={classes.half}>{passcode.slice(3)}</span>
      </span>
      <span className={classes.spoken}>{passcode.split('').join(' ')}</span>
    </output>
  );
}
