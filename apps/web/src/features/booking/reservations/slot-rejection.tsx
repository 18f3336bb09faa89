import type { ReservationSlot } from '@tanren/contract/booking/training-reservations';
import { addDays } from '@tanren/domain/gyms/gym-time';
import { isMembershipRejection } from '@tanren/domain/memberships/memberships';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatGymDate, formatSlotTime } from '#lib/dates.ts';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';
import { takeSlot, useBooking } from './booking-context.ts';
import { MissingRight, RejectionTexts } from './missing-right.tsx';
import { findNearestSlots, findSameTimeNextDay } from './reservable-slots.ts';
import { describeRejection, describeSeats, seeSlot, slotKey } from './reservation-words.ts';
import { slotsQuery } from './reservations.queries.ts';
import { SlotButton } from './slot-button.tsx';
import type { Rejection } from './use-reservation-actions.ts';
import classes from './slots.module.css';

interface SlotRejectionProps {
  readonly refusal: Rejection;
  readonly slots: readonly ReservationSlot[];
}

/**
 * Shows why a tap on a slot was refused. For a full slot it offers free slots nearby, and for a
 * missing right the next step.
 */
export function SlotRejection(props: SlotRejectionProps) {
  const { kind, code, slot } = props.refusal;
  const full = code === 'slot_full';
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [kind, code]);
  return (
    <Stack gap={4} className={classes.refusal} ref={box}>
      {isMembershipRejection(code) ? (
        <MissingRight refusal={code} slot={slot} />
      ) : (
        <RejectionTexts text={describeRejection(kind, code)} />
      )}
      {full ? <Alternatives {...props} /> : null}
    </Stack>
  );
}

function Alternatives({ refusal, slots }: SlotRejectionProps) {
  const booking = useBooking();
  const { now, actions, moving, days, onChooseDate } = booking;
  const lastDay = days.at(-1)?.date ?? '';
  const { gymId, date, startsAt } = refusal.slot;
  const nextDay = addDays(date, 1);
  const { data: nextSlots, isPending } = useQuery({
    ...slotsQuery(gymId, nextDay),
    enabled: nextDay <= lastDay,
  });
  const seen = nextSlots?.map((slot) => seeSlot(slot, nextDay, moving)) ?? [];
  const sameTime = findSameTimeNextDay(seen, startsAt, now);
  const choices = [
    ...findNearestSlots(slots, startsAt, now).map((slot) => ({ slot, day: date })),
    ...(sameTime === null ? [] : [{ slot: sameTime, day: nextDay }]),
  ];
  if (choices.length === 0) {
    const looking = isPending && nextDay <= lastDay;
    return looking ? null : <Note>近い時間に空きはありません。別の日もご覧ください。</Note>;
  }
  const take = async (slot: ReservationSlot, day: string) => {
    const gymSlot = { gymId, date: day, startsAt: slot.startsAt, endsAt: slot.endsAt };
    if ((await takeSlot(booking, gymSlot)) && day !== date) onChooseDate(day);
  };
  return (
    <>
      <Note>
        {moving === null
          ? '近い時間の空きです。タップで予約できます。'
          : '近い時間の空きです。タップで変更できます。'}
      </Note>
      <Row as="ul" gap={8} wrap above={8}>
        {choices.map(({ slot, day }) => (
          <li key={slot.startsAt}>
            <SlotButton
              variant="quiet"
              busy={actions.isRunning(slotKey(gymId, slot.startsAt))}
              onClick={() => void take(slot, day)}
            >
              {day === date ? '' : `${formatGymDate(day)} `}
              <span className="range">{formatSlotTime(slot, day)}</span>
              <Text as="span" weight={400} quiet>
                {describeSeats(slot)}
              </Text>
            </SlotButton>
          </li>
        ))}
      </Row>
    </>
  );
}
