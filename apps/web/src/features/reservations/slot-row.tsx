import { IconCircleCheck } from '@tabler/icons-react';
import type { ReservationSlot, TrainingReservation } from '@tanren/contract/training-reservations';
import type { ReactNode } from 'react';
import { formatSlotTime } from '#entities/reservations/reservation-words.ts';
import type { SlotPlace } from './reservation-actions.ts';
import { describePlaces, formatMoment, slotKey, stateOf } from './reservation-words.ts';
import { SlotButton } from './slot-button.tsx';
import classes from './slots.module.css';
import type { ReservationActs } from './use-reservation-actions.ts';
import { OfferCountdown } from './waits.tsx';

export interface SlotActsProps {
  readonly place: SlotPlace;
  readonly slot: ReservationSlot;
  readonly acts: ReservationActs;
  /** Of the own reservation in it, once the list of them is there. */
  readonly reservation: TrainingReservation | undefined;
  /** The own reservation can be taken back no more. */
  readonly late: boolean;
  /** The reservation that a slot is picked for; undefined: not known yet. */
  readonly moving: TrainingReservation | null | undefined;
  readonly onMoved: () => void;
  /** Asks whether not to wait any longer. */
  readonly onLeave: () => void;
}

interface Act {
  readonly variant: 'primary' | 'filled' | 'quiet' | 'plain';
  /** Read out after the time. */
  readonly label: string;
  readonly text: string;
  readonly running: string;
  readonly off?: boolean;
  readonly run: () => void;
}

function findMove({ slot, place, acts, moving, onMoved }: SlotActsProps): Act | null {
  const state = stateOf(slot);
  if (state !== 'free' && state !== 'offered') return null;
  const go = async () => {
    if (moving && (await acts.move(moving, place))) onMoved();
  };
  return {
    variant: 'primary',
    label: 'に変更する',
    text: '変更する',
    running: '変更中…',
    off: moving === undefined,
    run: () => void go(),
  };
}

/** The one thing to do with a slot; null: nothing. */
function findAct(props: SlotActsProps): Act | null {
  const { place, slot, acts, reservation, late, moving, onLeave } = props;
  if (moving !== null) return findMove(props);
  const state = stateOf(slot);
  switch (state) {
    case 'mine':
      return {
        variant: 'plain',
        label: 'の予約をキャンセルする',
        text: 'キャンセルする',
        running: 'キャンセル中…',
        off: late,
        run: () => {
          if (slot.reservationId === null) return;
          const trainingSessionId = reservation?.trainingSession?.trainingSessionId ?? null;
          const cancelled = { ...place, id: slot.reservationId, trainingSessionId };
          void acts.cancel(cancelled, slotKey(place.gymId, slot.startsAt));
        },
      };
    case 'waiting':
      return {
        variant: 'plain',
        label: 'のキャンセル待ちをやめる',
        text: 'やめる',
        running: 'やめる',
        run: onLeave,
      };
    case 'full':
      return {
        variant: 'quiet',
        label: 'のキャンセル待ちに登録',
        text: 'キャンセル待ちに登録',
        running: '登録中…',
        run: () => void acts.join(place),
      };
    case 'free':
    case 'offered':
      return {
        variant: state === 'free' ? 'primary' : 'filled',
        label: 'を予約する',
        text: '予約する',
        running: '予約中…',
        run: () => void acts.reserve(place),
      };
  }
}

/** One button in one place whatever the state: the focus stays where it was. */
export function SlotActs(props: SlotActsProps) {
  const { place, slot, acts, moving, onLeave } = props;
  const act = findAct(props);
  if (act === null) return null;
  const busy = acts.busy.get(slotKey(place.gymId, slot.startsAt));
  const time = formatSlotTime(slot, place.date);
  return (
    <>
      <SlotButton
        variant={act.variant}
        busy={busy}
        off={act.off ?? false}
        aria-label={`${time}${act.label}`}
        onClick={act.run}
      >
        {busy === 'running' ? act.running : act.text}
      </SlotButton>
      {moving === null && stateOf(slot) === 'offered' ? (
        <SlotButton
          variant="plain"
          off={busy !== undefined}
          aria-label={`${time}の空きを見送る`}
          onClick={onLeave}
        >
          見送る
        </SlotButton>
      ) : null}
    </>
  );
}

interface SlotRowProps extends SlotActsProps {
  /** What the last tap on it led to, if it was refused. */
  readonly children: ReactNode;
}

export function SlotRow({ children, ...props }: SlotRowProps) {
  const { place, slot } = props;
  return (
    <li className={classes.item} data-state={stateOf(slot)}>
      <div className={classes.slotRowRow}>
        <div className={classes.slotRowWords}>
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
          <span className={classes.slotRowNote}>
            変更期限（{formatMoment(reservation.changeableUntil)}）を過ぎました
          </span>
        ) : null}
      </>
    );
  }
  if (state === 'offered') return <OfferCountdown until={slot.myWait?.offeredUntil ?? ''} />;
  return (
    <span className={classes.slotRowNote} data-free={slot.remaining > 0 || undefined}>
      {state === 'waiting'
        ? `キャンセル待ち ${slot.myWait?.position ?? ''}番目`
        : describePlaces(slot)}
    </span>
  );
}
