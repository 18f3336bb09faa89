import { formatGymDate, formatSlotTime, gymDateOf } from '#lib/dates.ts';
import { Unbroken } from '#ui/unbroken.tsx';

interface ListedReservation {
  readonly gymName: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** Gym day. When absent, the calendar day of the start is shown. */
  readonly date?: string;
  /** Number of reservations in the slot. Only staff see more than one. */
  readonly count?: number;
}

interface ReservationListProps {
  readonly reservations: readonly ListedReservation[];
  /** Number of reservations that are not listed. */
  readonly others?: number;
}

/**
 * Lists the reservations that a change would cancel, each with time and gym. Used by dialogs that
 * ask before the change.
 */
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

/**
 * Lists the reservations that the server names when it rejects a change of staff. A long list ends
 * with the number of the others.
 */
export function AffectedReservations({ affected, slots }: AffectedReservationsProps) {
  const listed = slots.reduce((sum, { count = 1 }) => sum + count, 0);
  return <ReservationList reservations={slots} others={affected - listed} />;
}
