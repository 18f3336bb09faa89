import { formatGymDate, formatSlotTime, gymDateOf } from '#lib/dates.ts';
import { Unbroken } from '#ui/unbroken.tsx';

interface ListedReservation {
  readonly gymName: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** Gym day; the calendar day of the start where only that is known. */
  readonly date?: string;
  /** Number of reservations in the slot; only staff see more than one. */
  readonly count?: number;
}

interface ReservationListProps {
  readonly reservations: readonly ListedReservation[];
  /** Number of reservations that are not listed. */
  readonly others?: number;
}

/** Reservations that a change would cancel, for dialogs that ask before it: time and gym of each. */
export function ReservationList({ reservations, others = 0 }: ReservationListProps) {
  return (
    <ul aria-label="キャンセルになる予約">
      {reservations.map(({ gymName, startsAt, endsAt, date = gymDateOf(startsAt), count = 1 }) => (
        <li key={`${gymName} ${startsAt}`}>
          <Unbroken text={`${formatGymDate(date)} ${formatSlotTime({ startsAt, endsAt }, date)}`} />
          ・{gymName}
          {count === 1 ? null : `（${count}件）`}
        </li>
      ))}
      {others > 0 ? <li>ほか{others}件</li> : null}
    </ul>
  );
}

interface AffectedReservationsProps {
  /** Number of reservations that would be cancelled. */
  readonly affected: number;
  readonly slots: readonly ListedReservation[];
}

/** The same list for staff, as the refusal of the server gives it: a long one ends with a number. */
export function AffectedReservations({ affected, slots }: AffectedReservationsProps) {
  const listed = slots.reduce((sum, { count = 1 }) => sum + count, 0);
  return <ReservationList reservations={slots} others={affected - listed} />;
}
