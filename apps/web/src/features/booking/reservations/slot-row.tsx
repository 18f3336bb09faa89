import { IconCircleCheck } from '@tabler/icons-react';
import type { ReservationSlot } from '@tanren/contract/booking/training-reservations';
import { isChangeable } from '@tanren/domain/booking/reservations';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isFew } from '#entities/gyms/gym-words.ts';
import { bookingTarget } from '#entities/booking/unsent-bookings.ts';
import { formatSlotTime } from '#lib/dates.ts';
import { useIsWaiting } from '#lib/offline/outbox.ts';
import { Note, Row, Text } from '#ui/layout.tsx';
import { type Booking, takeSlot, useBooking } from './booking-context.ts';
import {
  describeSeats,
  rejectionNotes,
  slotKey,
  type SlotState,
  stateOf,
} from './reservation-words.ts';
import { SlotButton } from './slot-button.tsx';
import classes from './slots.module.css';
import { OfferCountdown } from './waits.tsx';

interface SlotRowProps {
  readonly slot: ReservationSlot;
  /** Asks whether the member wants to leave the waiting list. */
  readonly onLeave: () => void;
  /** The refusal of the last tap on this slot, if there was one. */
  readonly children: ReactNode;
}

/** Shows one slot. The whole row is the tap target wherever the slot has a single action. */
export function SlotRow({ slot, onLeave, children }: SlotRowProps) {
  const booking = useBooking();
  const time = formatSlotTime(slot, booking.day.date);
  const isWaiting = useIsWaiting(bookingTarget(booking.gymId, slot.startsAt));
  return (
    <li className={classes.item} data-state={stateOf(slot)}>
      {/* The buttons wrap below the time on a narrow page, instead of covering it. */}
      <Row gap={12} rowGap={4} align="center" wrap tall={64} className={classes.row}>
        <SlotWords slot={slot} time={time} booking={booking} isWaiting={isWaiting} />
        <Row align="center" fixed className={classes.buttons}>
          <SlotButtons
            slot={slot}
            time={time}
            booking={booking}
            isWaiting={isWaiting}
            onLeave={onLeave}
          />
        </Row>
      </Row>
      {children}
    </li>
  );
}

interface PartProps {
  readonly slot: ReservationSlot;
  readonly time: string;
  readonly booking: Booking;
  /** Whether a reservation of this slot was sent and has not been answered. */
  readonly isWaiting: boolean;
}

function SlotWords({ slot, time, booking, isWaiting }: PartProps) {
  const state = stateOf(slot);
  const few = state === 'free' && isFew(slot);
  const clock = (
    <Text
      as="time"
      size={20}
      weight={700}
      leading="close"
      nowrap
      className={classes.time}
      dateTime={slot.startsAt}
    >
      {time}
    </Text>
  );
  if (state === 'mine') {
    const { reservationId } = slot;
    const own = <OwnNote slot={slot} booking={booking} />;
    if (reservationId === null || booking.moving !== null) {
      return (
        <div className={classes.slotWords}>
          {clock}
          {own}
        </div>
      );
    }
    return (
      <Link
        to="/reservations/$reservationId"
        params={{ reservationId }}
        className={classes.slotWords}
      >
        {clock}
        {own}
      </Link>
    );
  }
  if (isWaiting) {
    return (
      <div className={classes.slotWords}>
        {clock}
        <Note as="span" leading="snug">
          予約を確認しています
        </Note>
      </div>
    );
  }
  return (
    <div className={classes.slotWords}>
      {clock}
      {state === 'offered' ? (
        <OfferCountdown until={slot.myWait?.offeredUntil ?? ''} />
      ) : (
        <Note as="span" weight={few ? 700 : undefined} leading="snug" bright={few}>
          {describeState(state, slot)}
        </Note>
      )}
    </div>
  );
}

function describeState(
  state: Exclude<SlotState, 'mine' | 'offered'>,
  slot: ReservationSlot,
): string | null {
  switch (state) {
    case 'waiting':
      return `キャンセル待ち ${slot.myWait?.position ?? ''}番目`;
    case 'refused':
      return slot.refusal === null ? null : rejectionNotes[slot.refusal];
    case 'free':
    case 'full':
      return describeSeats(slot);
  }
}

/**
 * Returns the member's reservation in this slot, or `undefined` while the list of reservations
 * loads.
 */
const findOwn = ({ mine }: Booking, { reservationId }: ReservationSlot) =>
  mine.find(({ id }) => id === reservationId);

/** Returns whether the change deadline of the member's reservation has passed. */
function isLate(booking: Booking, slot: ReservationSlot): boolean {
  const own = findOwn(booking, slot);
  return own !== undefined && !isChangeable(new Date(own.changeableUntil), new Date(booking.now));
}

function OwnNote({ slot, booking }: Pick<PartProps, 'slot' | 'booking'>) {
  const { moving } = booking;
  return (
    <>
      <Row as="span" inline gap={4} align="center" size={14} weight={700} leading="snug">
        <IconCircleCheck size={18} stroke={2} aria-hidden />
        {moving && moving.id === slot.reservationId ? '変更前の予約' : '予約済み'}
      </Row>
      {isLate(booking, slot) ? (
        <Note as="span" leading="snug">
          変更・キャンセルの受付は終了しました
        </Note>
      ) : null}
    </>
  );
}

interface SlotAction {
  /** The variant `row` makes the whole row the tap target. */
  readonly variant: 'row' | 'filled' | 'faint' | 'plain';
  /** Action that screen readers read after the time. */
  readonly label: string;
  readonly text: string;
  readonly running: string;
  readonly off?: boolean;
  readonly run: () => void;
}

type ButtonsProps = PartProps & Pick<SlotRowProps, 'onLeave'>;

/**
 * Shows one button in one position for every state, so that it keeps the focus when the state
 * changes.
 */
function SlotButtons(props: ButtonsProps) {
  const { slot, time, booking, isWaiting, onLeave } = props;
  const action = findAction(props);
  if (action === null || (isWaiting && !slot.mine)) return null;
  const running = booking.actions.isRunning(slotKey(booking.gymId, slot.startsAt));
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
      {booking.moving === null && stateOf(slot) === 'offered' ? (
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

/** Returns the main action of a slot, or `null` when there is none. */
function findAction({ slot, booking, onLeave }: ButtonsProps): SlotAction | null {
  const { gymId, day, actions, moving } = booking;
  const { startsAt, endsAt, reservationId } = slot;
  const gymSlot = { gymId, date: day.date, startsAt, endsAt };
  const state = stateOf(slot);
  const take = () => void takeSlot(booking, gymSlot);
  if (moving !== null) {
    if (state !== 'free' && state !== 'offered') return null;
    const words = { label: 'に変更する', text: '変更する', running: '変更中…' };
    return { variant: 'row', ...words, off: moving === undefined, run: take };
  }
  switch (state) {
    case 'mine': {
      if (reservationId === null || isLate(booking, slot)) return null;
      const words = { label: 'の予約をキャンセルする', text: 'キャンセルする' };
      const menu = findOwn(booking, slot)?.trainingSession ?? null;
      const own = {
        ...gymSlot,
        id: reservationId,
        trainingSessionId: menu?.trainingSessionId ?? null,
      };
      const run = () => void actions.cancel(own, slotKey(gymId, startsAt));
      return { variant: 'plain', ...words, running: 'キャンセル中…', run };
    }
    case 'refused':
      return null;
    case 'waiting': {
      const words = { label: 'のキャンセル待ちをやめる', text: 'やめる', running: 'やめる' };
      return { variant: 'plain', ...words, run: onLeave };
    }
    case 'full': {
      const words = { label: 'のキャンセル待ちに登録', text: 'キャンセル待ち' };
      const run = () => void actions.joinWaitList(gymSlot);
      return { variant: 'faint', ...words, running: '登録中…', run };
    }
    case 'free':
    case 'offered': {
      const words = { label: 'を予約する', text: '予約する', running: '予約中…' };
      return { variant: state === 'free' ? 'row' : 'filled', ...words, run: take };
    }
  }
}
