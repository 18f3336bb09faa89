import { formatGymClock } from '#lib/dates.ts';
import type { ChannelState } from '#lib/realtime-channel.ts';
import { toServerTime } from '#lib/server-time.ts';
import { StatusText } from '#ui/status-text.tsx';
import { phaseText } from './live-words.ts';
import classes from './channel-badge.module.css';

/** How live the view is, and when something last came. */
export function ChannelBadge({ phase, lastReceivedAt }: ChannelState) {
  return (
    <div className={classes.badge} data-phase={phase}>
      <StatusText>
        <span className={classes.phase}>
          <span className={classes.light} aria-hidden />
          {phaseText[phase]}
        </span>
      </StatusText>
      {lastReceivedAt === null ? null : (
        <span className={classes.time}>
          最終受信 {formatGymClock(new Date(toServerTime(lastReceivedAt)).toISOString())}
        </span>
      )}
    </div>
  );
}
