import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { OfferCountdown } from './offer-countdown.tsx';
import { type SlotActsProps, SlotActs } from './slot-acts.tsx';
import { describePlaces, stateOf } from './slot-state.ts';
import { formatSlotTime } from '#lib/slot-times.ts';
import { formatMoment } from './slot-words.ts';
import classes from './slot-row.module.css';

interface SlotRowProps extends SlotActsProps {
  /** What the last tap on it led to, if it was refused. */
  readonly children: ReactNode;
}

export function SlotRow({ children, ...props }: SlotRowProps) {
  const { place, slot } = props;
  return (
    <li className={classes.item} data-state={stateOf(slot)}>
      <div className={classes.row}>
        <div className={classes.words}>
          <time className={classes.time} dateTime={slot.startsAt}>
            {formatSlotTime(slot, place.date)}
          </time>
          <SlotNote {...props} />
        </div>
        <div className={classes.buttons}>
          <SlotActs {...props} />
        </div>
      </div>
      {children}
    </li>
  );
}

function SlotNote({ slot, reservation, late, moving }: SlotActsProps) {
  const state = stateOf(slot);
  if (state === 'mine') {
    return (
      <>
        <span className={classes.mine}>
          <IconCircleCheck size={18} stroke={2} aria-hidden />
          {moving && moving.id === slot.reservationId ? '変更前の予約' : '予約済み'}
        </span>
        {late && reservation ? (
          <span className={classes.note}>
            変更期限（{formatMoment(reservation.changeableUntil)}）を過ぎました
          </span>
        ) : null}
      </>
    );
  }
  if (state === 'offered') return <OfferCountdown until={slot.myWait?.offeredUntil ?? ''} />;
  return (
    <span className={classes.note} data-free={slot.remaining > 0 || undefined}>
      {state === 'waiting'
        ? `キャンセル待ち ${slot.myWait?.position ?? ''}番目`
        : describePlaces(slot)}
    </span>
  );
}
