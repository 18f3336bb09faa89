import { IconChevronRight } from '@tabler/icons-react';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { Link } from '@tanstack/react-router';
import { look, Note, Row } from '#ui/layout.tsx';
import { Unbroken } from '#ui/unbroken.tsx';
import classes from './my-reservations.module.css';
import { formatSlot } from './reservation-words.ts';
import { omitSearch, type ReservationsSearch } from './reservations-search.ts';

interface NextReservationProps {
  readonly search: ReservationsSearch;
  /** `undefined` while the reservations load. */
  readonly mine: readonly TrainingReservation[] | undefined;
  readonly now: number;
}

/**
 * Links from the slots to the member's reservations on a phone; a wide screen shows both. The link
 * keeps its height without a reservation, so that the first reservation does not move the slots
 * under the finger.
 */
export function NextReservation({ search, mine, now }: NextReservationProps) {
  const [next] = mine ?? [];
  return (
    <nav className={classes.switch} aria-label="予約の表示">
      <Link
        to="/reservations"
        search={{ ...omitSearch(search, 'move'), view: 'mine' }}
        className={`${look('stack', 'align-center', 'tall-64', 'card', 'leading-snug', 'bare')} ${classes.next}`}
        data-some={next ? true : undefined}
      >
        <Note as="span">
          {next && Date.parse(next.startsAt) <= now ? '利用中の予約' : '次の予約'}
        </Note>
        <span className={classes.nextSlot}>
          <Unbroken text={next ? formatSlot(next) : mine ? 'まだありません' : '\u00A0'} />
        </span>
        <Row as="span" align="center" size={14} quiet nowrap className={classes.nextMore}>
          予約一覧{mine && mine.length > 0 ? `（${mine.length}）` : ''}
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Row>
      </Link>
    </nav>
  );
}
