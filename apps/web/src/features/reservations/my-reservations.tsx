import { IconCalendarPlus, IconWifiOff } from '@tabler/icons-react';
import type { TrainingReservation } from '@tanren/contract/training-reservations';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#ui/empty-state.tsx';
import { isMissing, LoadAgain } from '#ui/load-again.tsx';
import { Notice } from '#ui/notice.tsx';
import { primaryButtonLink } from '#ui/primary-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ReservationCard } from './reservation-card.tsx';
import { dropWishes, type ReservationsSearch } from './reservations-search.ts';
import type { ReservationActs } from './use-reservation-acts.ts';
import classes from './my-reservations.module.css';

interface MyReservationsProps {
  readonly query: UseQueryResult<readonly TrainingReservation[]>;
  readonly now: number;
  readonly acts: ReservationActs;
  readonly search: ReservationsSearch;
}

/** Of a card on a phone, in px. */
const cardHeight = 216;

export function MyReservations(props: MyReservationsProps) {
  const { query, now, acts, search } = props;
  const { data: reservations, isError } = query;
  return (
    <section className={classes.section} aria-labelledby="my-reservations">
      <h2 id="my-reservations" className={classes.heading}>
        これからの予約
      </h2>
      {isMissing(query) ? (
        <LoadAgain what="これからの予約" query={query} />
      ) : reservations === undefined ? (
        <Skeleton height={cardHeight} />
      ) : isError ? (
        <Notice Icon={IconWifiOff}>更新できません。ネットワーク接続をご確認ください。</Notice>
      ) : null}
      {reservations?.length === 0 ? <NoReservations search={search} /> : null}
      {reservations && reservations.length > 0 ? (
        <ul className={classes.list}>
          {reservations.map((reservation) => (
            <li key={reservation.id}>
              <ReservationCard reservation={reservation} now={now} acts={acts} search={search} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function NoReservations({ search }: Pick<MyReservationsProps, 'search'>) {
  return (
    <EmptyState
      Icon={IconCalendarPlus}
      text="予約はまだありません。空いている時間を選ぶと、ここに表示されます。"
      action={
        <div className={classes.toSlots}>
          <Link
            to="/reservations"
            search={dropWishes(search, 'view')}
            replace
            className={primaryButtonLink}
          >
            空き枠を見る
          </Link>
        </div>
      }
    />
  );
}
