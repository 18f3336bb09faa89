import { IconChevronRight, IconLock } from '@tabler/icons-react';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { askedByLoaderMs } from '#lib/query-client.ts';
import { formatShortGymDate, formatSlotTime } from '#lib/dates.ts';
import { myMembershipsQuery, readJoining } from '#entities/memberships/memberships.queries.ts';
import { nextReservationQuery } from '#entities/booking/reservations.queries.ts';
import { serverNow, useNow } from '#lib/server-time.ts';
import { Card } from '#ui/lists/cards.tsx';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { PrimaryButton, primaryButtonLink } from '#ui/buttons.tsx';
import { type DayName, isNearDoor, nameDay, openFrom } from './door-state.ts';
import { DoorView, nameMoment } from './door-view.tsx';
import classes from './door.module.css';
import { useDoor } from './use-door.ts';

const minuteMs = 60_000;

const soonMs = 15_000;
/** Browsers take a wait of more than 24 days for none at all. */
const longMs = 60 * minuteMs;

const headings: Record<DayName, string> = {
  today: '今日の予約',
  tomorrow: '明日の予約',
  later: '次の予約',
};

/** On the home page: the reservation that runs or comes next, and its door. */
export function TodayCard() {
  const now = useNow(minuteMs);
  const query = useQuery({
    ...nextReservationQuery,
    staleTime: askedByLoaderMs,
    // When it is over, another one is next; only the server knows when that is.
    refetchInterval: ({ state: { data } }) =>
      data ? Math.min(longMs, Math.max(soonMs, Date.parse(data.endsAt) - serverNow())) : false,
  });
  const { data: reservation } = query;
  if (isMissing(query)) {
    return (
      <Card heading="予約">
        <LoadAgain what="予約" query={query} />
      </Card>
    );
  }
  if (reservation === undefined) return <Skeleton height={152} />;
  if (reservation === null) return <NoReservation />;
  const day = nameDay(reservation, now);
  return (
    <Card heading={headings[day]}>
      <When reservation={reservation} day={day} now={now} />
      {day === 'today' ? <HomeDoor reservation={reservation} now={now} /> : null}
    </Card>
  );
}

interface WhenProps {
  readonly reservation: TrainingReservation;
  readonly day: DayName;
  readonly now: number;
}

function When({ reservation, day, now }: WhenProps) {
  const { gymId, gymName, date, trainingSession } = reservation;
  // After midnight a slot of the night is this morning's, no longer the next.
  const spokenDay = day === 'today' ? toGymDay(new Date(now)) : date;
  return (
    <div className={classes.slot}>
      <Link to="/reservations" search={{ view: 'mine' }} className={classes.when}>
        <span>
          {day === 'today' ? null : (
            <span className={classes.date}>{formatShortGymDate(date)}</span>
          )}
          <strong className={classes.time}>{formatSlotTime(reservation, spokenDay)}</strong>
        </span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Link>
      <p className={classes.where}>
        <Link to="/gyms/$gymId" params={{ gymId }}>
          {gymName}
        </Link>
        {/* Today's stands beside it as what to do. */}
        {trainingSession === null || day === 'today' ? null : (
          <Link
            to="/training-sessions/$trainingSessionId"
            params={{ trainingSessionId: trainingSession.trainingSessionId }}
          >
            {trainingSession.title}
          </Link>
        )}
      </p>
    </div>
  );
}

/** For a newcomer a plan comes before a reservation. */
function NoReservation() {
  const { data: mine } = useQuery(myMembershipsQuery);
  const joining = readJoining(mine);
  if (joining === 'asked') {
    return (
      <Card heading="予約">
        <p className={classes.none}>店舗でお申し込みを確認しています。</p>
        <Link to="/settings/membership" className={primaryButtonLink} data-variant="default">
          会員契約を確認する
        </Link>
      </Card>
    );
  }
  if (joining === 'none') {
    return (
      <Card heading="予約">
        <p className={classes.none}>予約と入館には、プランのお申し込みが必要です。</p>
        <Link to="/settings/membership" className={primaryButtonLink} data-variant="default">
          プランを選ぶ
        </Link>
      </Card>
    );
  }
  return (
    <Card heading="予約">
      <p className={classes.none}>これからの予約はありません。</p>
      <Link to="/reservations" className={primaryButtonLink} data-variant="default">
        予約する
      </Link>
    </Card>
  );
}

interface HomeDoorProps {
  readonly reservation: TrainingReservation;
  /** By the server's clock. */
  readonly now: number;
}

/** The door of today's reservation, long before it opens and then. */
function HomeDoor({ reservation, now }: HomeDoorProps) {
  if (isNearDoor(reservation, now)) return <NearDoor gymId={reservation.gymId} />;
  return (
    <p className={classes.shut}>
      <IconLock size={24} stroke={1.75} aria-hidden />
      <span>入口は{nameMoment(openFrom(reservation).toISOString(), now)}から開けられます。</span>
    </p>
  );
}

/** The code is fetched before it is asked for, because there may be no network at the door. */
function NearDoor({ gymId }: { readonly gymId: number }) {
  const view = useDoor(gymId);
  const [wanted, setWanted] = useState(false);
  // As high as the button, which comes most often: nothing below moves.
  if (view.state === null && !view.isCutOff) return <Skeleton height={52} />;
  if (view.state?.kind !== 'code') {
    const show = () => {
      setWanted(true);
      view.show();
    };
    return <DoorView {...view} show={show} />;
  }
  if (wanted) {
    return (
      <div ref={takeFocus} tabIndex={-1} className={classes.revealed}>
        <DoorView {...view} />
      </div>
    );
  }
  return (
    <PrimaryButton
      variant="default"
      onClick={() => {
        setWanted(true);
      }}
    >
      入館コードを表示する
    </PrimaryButton>
  );
}

/** The button that had it is gone. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
