import { formatMoment, formatSlotTime } from '#lib/dates.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReservationSlot, TrainingReservation } from '@tanren/contract/training-reservations';
import type { ReactNode } from 'react';
import type { GymSlot } from './reservation-actions.ts';
import { describeSeats, slotKey, stateOf } from './reservation-words.ts';
import { SlotButton } from './slot-button.tsx';
import classes from './slots.module.css';
import type { ReservationActions } from './use-reservation-actions.ts';
import { OfferCountdown } from './waits.tsx';

interface SlotRowProps extends SlotActionProps {
  /** What the last tap on it led to, if it was refused. */
  readonly children: ReactNode;
}

export function SlotRow({ children, ...props }: SlotRowProps) {
  const { gymSlot, slot } = props;
  return (
    <li className={classes.item} data-state={stateOf(slot)}>
      <div className={classes.row}>
        <div className={classes.slotWords}>
          <time className={classes.time} dateTime={slot.startsAt}>
            {formatSlotTime(slot, gymSlot.date)}
          </time>
          <SlotNote {...props} />
        </div>
        <div className={classes.buttons}>
          <SlotButtons {...props} />
        </div>
      </div>
      {children}
    </li>
  );
}

function SlotNote({ slot, reservation, late, moving }: SlotActionProps) {
  const state = stateOf(slot);
  if (state === 'mine') {
    return (
      <>
        <span className={classes.mine}>
          <IconCircleCheck size={18} stroke={2} aria-hidden />
          {moving && moving.id === slot.reservationId ? '変更前の予約' : '予約済み'}
        </span>
        {late && reservation ? (
          <span className={classes.slotNote}>
            変更期限（{formatMoment(reservation.changeableUntil)}）を過ぎました
          </span>
        ) : null}
      </>
    );
  }
  if (state === 'offered') return <OfferCountdown until={slot.myWait?.offeredUntil ?? ''} />;
  return (
    <span className={classes.slotNote} data-free={slot.remaining > 0 || undefined}>
      {state === 'waiting'
        ? `キャンセル待ち ${slot.myWait?.position ?? ''}番目`
        : describeSeats(slot)}
    </span>
  );
}

/** One button in one place whatever the state: the focus stays where it was. */
function SlotButtons(props: SlotActionProps) {
  const { gymSlot, slot, actions, moving, onLeave } = props;
  const action = findAction(props);
  if (action === null) return null;
  const running = actions.isRunning(slotKey(gymSlot.gymId, slot.startsAt));
  const time = formatSlotTime(slot, gymSlot.date);
  return (
    <>
      <SlotButton
        variant={action.variant}
        busy={running}
        off={action.off ?? false}
        aria-label={`${time}${action.label}`}
        onClick={action.run}
      >
        {running ? action.running : action.text}
      </SlotButton>
      {moving === null && stateOf(slot) === 'offered' ? (
        <SlotButton
          variant="plain"
          off={running}
          aria-label={`${time}の空きを見送る`}
          onClick={onLeave}
        >
          見送る
        </SlotButton>
      ) : null}
    </>
  );
}

/** The one thing to do with a slot; null: nothing. */
function findAction(props: SlotActionProps): SlotAction | null {
  const { gymSlot, slot, actions, reservation, late, moving, onLeave } = props;
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
          const cancelled = { ...gymSlot, id: slot.reservationId, trainingSessionId };
          void actions.cancel(cancelled, slotKey(gymSlot.gymId, slot.startsAt));
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
        run: () => void actions.joinWaitList(gymSlot),
      };
    case 'free':
    case 'offered':
      return {
        variant: state === 'free' ? 'primary' : 'filled',
        label: 'を予約する',
        text: '予約する',
        running: '予約中…',
        run: () => void actions.reserve(gymSlot),
      };
  }
}

interface SlotActionProps {
  readonly gymSlot: GymSlot;
  readonly slot: ReservationSlot;
  readonly actions: ReservationActions;
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

interface SlotAction {
  readonly variant: 'primary' | 'filled' | 'quiet' | 'plain';
  /** Read out after the time. */
  readonly label: string;
  readonly text: string;
  readonly running: string;
  readonly off?: boolean;
  readonly run: () => void;
}

function findMove({ slot, gymSlot, actions, moving, onMoved }: SlotActionProps): SlotAction | null {
  const state = stateOf(slot);
  if (state !== 'free' && state !== 'offered') return null;
  const go = async () => {
    if (moving && (await actions.move(moving, gymSlot))) onMoved();
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
