import { IconChevronRight } from '@tabler/icons-react';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { loaderStaleMs } from '#lib/query-client.ts';
import { formatShortGymDate, formatSlotTime } from '#lib/dates.ts';
import { myMembershipsQuery, readJoining } from '#entities/memberships/memberships.queries.ts';
import { nextReservationQuery } from '#entities/booking/reservations.queries.ts';
import { serverNow, useNow } from '#lib/server-time.ts';
import { Card } from '#ui/lists/cards.tsx';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { PrimaryButton, primaryButtonLink } from '#ui/buttons.tsx';
import { look, Row, Text } from '#ui/layout.tsx';
import { type DayName, isNearDoor, nameDay, openFrom } from './door-state.ts';
import { DoorView, nameMoment, Shut } from './door-view.tsx';
import classes from './door.module.css';
import { useDoor } from './use-door.ts';

const minuteMs = 60_000;

const soonMs = 15_000;
/** Maximum refetch interval. Browsers fire a timer of more than 24 days immediately. */
const longMs = 60 * minuteMs;

const headings: Record<DayName, string> = {
  today: '今日の予約',
  tomorrow: '明日の予約',
  later: '次の予約',
};

/** Shows the current or next reservation and its door on the home page. */
export function TodayCard() {
  const now = useNow(minuteMs);
  const query = useQuery({
    ...nextReservationQuery,
    staleTime: loaderStaleMs,
    // Only the server knows which reservation is next once this one is over.
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
  // A slot of the running gym night is shown with today's date after midnight, not as the next
  // day's.
  const spokenDay = day === 'today' ? toGymDay(new Date(now)) : date;
  return (
    <Row gap={16} rowGap={0} align="center" justify="between" wrap below={8}>
      <Link
        to="/reservations"
        search={{ view: 'mine' }}
        className={look('row', 'tall-44', 'align-center', 'gap-4', 'bare')}
      >
        <span>
          {day === 'today' ? null : (
            <Text as="span" nowrap beside={8}>
              {formatShortGymDate(date)}
            </Text>
          )}
          <Text as="strong" size={28} leading="tight" nowrap>
            {formatSlotTime(reservation, spokenDay)}
          </Text>
        </span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden className={look('quiet')} />
      </Link>
      <Row as="p" gap={16} rowGap={0} wrap size={14}>
        <Link to="/gyms/$gymId" params={{ gymId }} className={look('tap', 'quiet')}>
          {gymName}
        </Link>
        {/* The menu of today's reservation is shown next to this card as the next action. */}
        {trainingSession === null || day === 'today' ? null : (
          <Link
            to="/training-sessions/$trainingSessionId"
            params={{ trainingSessionId: trainingSession.trainingSessionId }}
            className={look('tap', 'quiet')}
          >
            {trainingSession.title}
          </Link>
        )}
      </Row>
    </Row>
  );
}

/** Invites the member to reserve, or to apply for a plan first if they have none. */
function NoReservation() {
  const { data: mine } = useQuery(myMembershipsQuery);
  const joining = readJoining(mine);
  if (joining === 'asked') {
    return (
      <Card heading="予約">
        <Text quiet above={4} below={12}>
          ジムでお申し込みを確認しています。
        </Text>
        <Link to="/settings/membership" className={primaryButtonLink} data-variant="default">
          会員契約を確認する
        </Link>
      </Card>
    );
  }
  if (joining === 'none') {
    return (
      <Card heading="予約">
        <Text quiet above={4} below={12}>
          予約と入館にはプランが必要です。
        </Text>
        <Link to="/settings/membership" className={primaryButtonLink} data-variant="default">
          プランを選ぶ
        </Link>
      </Card>
    );
  }
  return (
    <Card heading="予約">
      <Text quiet above={4} below={12}>
        これからの予約はありません。
      </Text>
      <Link to="/reservations" className={primaryButtonLink} data-variant="default">
        予約する
      </Link>
    </Card>
  );
}

interface HomeDoorProps {
  readonly reservation: TrainingReservation;
  /** Current time in milliseconds by the server's clock. */
  readonly now: number;
}

/**
 * Shows the door of today's reservation: its opening time at first, and the code when it is near.
 */
function HomeDoor({ reservation, now }: HomeDoorProps) {
  if (isNearDoor(reservation, now)) {
    return (
      <div className={classes.near} data-picture="blank">
        <NearDoor gymId={reservation.gymId} />
      </div>
    );
  }
  return (
    <Shut>入口は{nameMoment(openFrom(reservation).toISOString(), now)}から開けられます。</Shut>
  );
}

/** Fetches the code before the member asks for it, because there may be no network at the door. */
function NearDoor({ gymId }: { readonly gymId: number }) {
  const view = useDoor(gymId);
  const [wanted, setWanted] = useState(false);
  // The placeholder is as high as the button, which is the most frequent state, so the content
  // below does not move.
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

/** Moves the focus to the revealed code, because the button that had the focus has disappeared. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
