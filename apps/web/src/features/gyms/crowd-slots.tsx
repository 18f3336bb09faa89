import type { GymCrowd } from '@tanren/contract/gym-crowd';
import { formatGymClock } from '#lib/dates.ts';
import classes from './crowd-slots.module.css';

type CrowdSlotsProps = Pick<GymCrowd, 'slots' | 'at'>;

/** How many have reserved the slot that runs and those after it. */
export function CrowdSlots({ slots, at }: CrowdSlotsProps) {
  if (slots.length === 0) return <p className={classes.none}>この後の予約枠はありません。</p>;
  return (
    <ul className={classes.slots} aria-label="予約の人数">
      {slots.map(({ startsAt, endsAt, reserved, capacity }) => (
        <li key={startsAt} className={classes.slot}>
          <span className={classes.time}>
            {formatGymClock(startsAt)}〜{formatGymClock(endsAt)}
            {Date.parse(startsAt) <= Date.parse(at) ? (
              <span className={classes.now}>いま</span>
            ) : null}
          </span>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.reserved}
              style={{ transform: `scaleX(${Math.min(1, reserved / capacity)})` }}
            />
          </span>
          <span className={classes.count}>
            {reserved < capacity ? '予約' : '満席'} {reserved}/{capacity}名
          </span>
        </li>
      ))}
    </ul>
  );
}
