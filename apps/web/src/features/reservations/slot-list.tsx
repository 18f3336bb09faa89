import type { ReservationSlot, TrainingReservation } from '@tanren/contract/training-reservations';
import { useState } from 'react';
import { LeaveDialog } from './leave-dialog.tsx';
import { SlotRefusal } from './slot-refusal.tsx';
import { SlotRow } from './slot-row.tsx';
import { slotKey } from './slot-words.ts';
import type { ReservationActs } from './use-reservation-acts.ts';
import classes from './slot-list.module.css';

interface SlotListProps {
  readonly gymId: number;
  readonly date: string;
  readonly now: number;
  /** Those still to come, and the one that is on if it is one's own. */
  readonly slots: readonly ReservationSlot[];
  readonly acts: ReservationActs;
  readonly mine: readonly TrainingReservation[];
  readonly moving: TrainingReservation | null | undefined;
  readonly onMoved: () => void;
  readonly lastDay: string;
  readonly onOtherDay: (date: string) => void;
}

export function SlotList(props: SlotListProps) {
  const { gymId, date, now, slots, acts, mine, moving, onMoved, lastDay, onOtherDay } = props;
  const { refusal } = acts;
  const [leaving, setLeaving] = useState<ReservationSlot | null>(null);
  const wait = leaving?.myWait ?? null;
  const refused =
    refusal !== null && refusal.slot.gymId === gymId && refusal.slot.date === date ? (
      <SlotRefusal
        refusal={refusal}
        slots={slots}
        now={now}
        acts={acts}
        moving={moving ?? null}
        onMoved={onMoved}
        lastDay={lastDay}
        onOtherDay={onOtherDay}
      />
    ) : null;
  const isRefused = ({ startsAt }: ReservationSlot) => refusal?.key === slotKey(gymId, startsAt);
  return (
    <>
      {/* What was tapped may be gone from the list. */}
      {slots.some(isRefused) ? null : refused}
      <ul className={classes.list}>
        {slots.map((slot) => {
          const reservation = mine.find(({ id }) => id === slot.reservationId);
          const { startsAt, endsAt } = slot;
          return (
            <SlotRow
              key={startsAt}
              place={{ gymId, date, startsAt, endsAt }}
              slot={slot}
              acts={acts}
              reservation={reservation}
              late={reservation !== undefined && Date.parse(reservation.changeableUntil) < now}
              moving={moving}
              onMoved={onMoved}
              onLeave={() => {
                setLeaving(slot);
              }}
            >
              {isRefused(slot) ? refused : null}
            </SlotRow>
          );
        })}
      </ul>
      {leaving !== null && wait !== null ? (
        <LeaveDialog
          place={{ gymId, date, startsAt: leaving.startsAt, endsAt: leaving.endsAt }}
          waitId={wait.waitId}
          offered={wait.offeredUntil !== null}
          acts={acts}
          onDone={() => {
            setLeaving(null);
          }}
        />
      ) : null}
    </>
  );
}
