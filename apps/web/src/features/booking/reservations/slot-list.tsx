import { IconCalendarOff, IconWifiOff } from '@tabler/icons-react';
import type { ReservationSlot } from '@tanren/contract/booking/training-reservations';
import { doorOpensAt } from '@tanren/domain/booking/door';
import {
  type MembershipRejection,
  membershipRejections,
} from '@tanren/domain/memberships/memberships';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findVisitsLeft } from '#entities/memberships/membership-rights.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { explainFailure } from '#lib/errors.ts';
import { formatClockOfDay, formatGymClock, formatGymDate, formatSlotTime } from '#lib/dates.ts';
import { useOffline } from '#lib/offline/network.ts';
import { toServerTime } from '#lib/server-time.ts';
import { EmptyState, Notice } from '#ui/feedback/notices.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { Box, List, Note, Row, Stack } from '#ui/layout.tsx';
import { useBooking } from './booking-context.ts';
import { findOpenDay, groupByPartOfDay } from './reservable-slots.ts';
import { AllRejected, SomeRejected } from './missing-right.tsx';
import { LeaveDialog } from './reservation-dialogs.tsx';
import { describeVisitsLeft, seeSlot, slotKey, stateOf } from './reservation-words.ts';
import { slotsQuery } from './reservations.queries.ts';
import { SlotRejection } from './slot-rejection.tsx';
import { SlotRow } from './slot-row.tsx';
import classes from './slots.module.css';

const notLoaded = '空き状況を読み込めませんでした。';

export function DaySlots() {
  const { gymId, day, now, moving } = useBooking();
  const { date, note, slotCount } = day;
  // While offline, the bar of the app frame shows the age of the slots instead.
  const isOffline = useOffline();
  const { data, error, isError, dataUpdatedAt, isFetching, refetch } = useQuery(
    slotsQuery(gymId, date),
  );
  // Slots that have begun can no longer be reserved and are hidden, except for the member's own.
  const slots = data
    ?.filter(({ startsAt, endsAt, mine: own }) =>
      own ? Date.parse(endsAt) > now : Date.parse(startsAt) > now,
    )
    .map((slot) => seeSlot(slot, date, moving));
  return (
    <Stack as="section" gap={16} aria-label={formatGymDate(date)} aria-busy={!data && !isError}>
      <Row as="h2" gap={12} rowGap={0} align="baseline" wrap size={16} leading="snug">
        <time dateTime={date}>{formatGymDate(date)}</time>
        {note === '' ? null : (
          <Note as="span" weight={400}>
            {note}
          </Note>
        )}
      </Row>
      <VisitsLeft />
      {data ? <DoorNote slots={data} /> : null}
      {isError && !(data && isOffline) ? (
        <Notice Icon={IconWifiOff}>
          {data
            ? `更新できません。${formatGymClock(new Date(toServerTime(dataUpdatedAt)).toISOString())}時点の空き状況を表示しています。`
            : isOffline
              ? notLoaded
              : explainFailure(error, notLoaded)}
        </Notice>
      ) : null}
      {isError && !data ? (
        <PrimaryButton
          variant="default"
          aria-disabled={isFetching}
          onClick={() => void (isFetching ? null : refetch())}
        >
          {isFetching ? '読み込んでいます…' : 'もう一度読み込む'}
        </PrimaryButton>
      ) : null}
      {!slots && !isError ? <SlotsSkeleton count={slotCount} /> : null}
      {slots && slots.length > 0 ? <AllowedSlots slots={slots} /> : null}
      {slots?.length === 0 ? <NoSlots /> : null}
    </Stack>
  );
}

/**
 * Explains why the running slot is missing and when the door opens. Before the first slot of a day
 * the gym is not open yet, but the door already opens for that slot.
 */
function DoorNote({ slots }: { readonly slots: readonly ReservationSlot[] }) {
  const { day, now } = useBooking();
  const [first] = slots;
  const next = slots.find(({ startsAt }) => Date.parse(startsAt) > now);
  if (first === undefined || next === undefined) return null;
  const running = slots.find(
    ({ startsAt, endsAt, mine }) =>
      !mine && Date.parse(startsAt) <= now && Date.parse(endsAt) > now,
  );
  const opensAt = doorOpensAt({ startsAt: new Date(next.startsAt) }).toISOString();
  const clock = formatClockOfDay(opensAt, day.date);
  return (
    <Note leading="loose" above={-8}>
      {running === undefined
        ? ''
        : `${formatSlotTime(running, day.date)}は始まっているため、予約できません。`}
      {next === first
        ? `入口は開始15分前に開きます。最初の枠は、営業開始前の${clock}から入館できます。`
        : `次の枠は、開始15分前の${clock}から入館できます。`}
    </Note>
  );
}

/** Shows how many visits are left in the month of the displayed day, if the plan limits them. */
function VisitsLeft() {
  const { gymId, day } = useBooking();
  const { data: mine } = useQuery(myMembershipsQuery);
  const visit = { gymId, date: day.date };
  // A used-up month is explained in place of the slots.
  if (mine === undefined || findVisitsLeft(mine, visit)?.left === 0) return null;
  return describeVisitsLeft(mine, visit).map((words) => (
    <Note key={words} className={classes.visitsLeft}>
      {words}
    </Note>
  ));
}

/**
 * Returns the refusal of the day for which the least is missing, which is the last in the order of
 * `membershipRejections`.
 */
function findNearestRejection(slots: readonly ReservationSlot[]): MembershipRejection | undefined {
  const rejected = new Set(slots.map(({ refusal }) => refusal));
  return membershipRejections.findLast((rejection) => rejected.has(rejection));
}

/**
 * Shows the slots that the member may reserve. If there are none, shows the reason in place of a
 * list of slots that would all be refused.
 */
function AllowedSlots({ slots }: SlotListProps) {
  const { gymId, day } = useBooking();
  const rejected = slots.filter((slot) => stateOf(slot) === 'refused');
  const refusal = findNearestRejection(rejected);
  if (refusal === undefined) return <SlotList slots={slots} />;
  const missing = { refusal, slot: { gymId, date: day.date } };
  const others = slots.filter((slot) => !rejected.includes(slot));
  if (others.every((slot) => stateOf(slot) !== 'free' && stateOf(slot) !== 'full')) {
    return (
      <>
        <AllRejected {...missing} />
        {others.length > 0 ? <SlotList slots={others} /> : null}
      </>
    );
  }
  return (
    <>
      <SomeRejected {...missing} />
      <SlotList slots={slots} />
    </>
  );
}

function NoSlots() {
  const { day, days, onChooseDate } = useBooking();
  const next = findOpenDay(days, day.date);
  return (
    <EmptyState
      Icon={IconCalendarOff}
      text={day.closed ? 'この日は休館日です。' : 'この日の受付は終了しました。'}
      action={
        next ? (
          <PrimaryButton
            onClick={() => {
              onChooseDate(next.date);
            }}
          >
            {formatGymDate(next.date)}を見る
          </PrimaryButton>
        ) : null
      }
    />
  );
}

/** Shows as many placeholder rows as the day has slots left. */
function SlotsSkeleton({ count }: { readonly count: number }) {
  return (
    <Box card data-skeleton aria-hidden>
      {Array.from({ length: Math.max(1, count) }, (_, row) => (
        <Stack key={row} align="center" className={classes.skeletonRow}>
          <Skeleton height={40} />
          <Skeleton height={36} />
        </Stack>
      ))}
    </Box>
  );
}

interface SlotListProps {
  /** Slots that have not begun, and the current one if the member has reserved it. */
  readonly slots: readonly ReservationSlot[];
}

function SlotList({ slots }: SlotListProps) {
  const { gymId, day, actions } = useBooking();
  const { date } = day;
  const { refusal } = actions;
  const [leaving, setLeaving] = useState<ReservationSlot | null>(null);
  const wait = leaving?.myWait ?? null;
  const rejected =
    refusal !== null && refusal.slot.gymId === gymId && refusal.slot.date === date ? (
      <SlotRejection refusal={refusal} slots={slots} />
    ) : null;
  const isRejected = ({ startsAt }: ReservationSlot) => refusal?.key === slotKey(gymId, startsAt);
  return (
    <>
      {/* The tapped slot may have disappeared from the list. */}
      {slots.some(isRejected) ? null : rejected}
      {groupByPartOfDay(slots, date).map((group) => (
        <Stack key={group.name} as="section" gap={4} aria-label={group.name}>
          <Note as="h3" weight={400}>
            {group.name}
          </Note>
          <List divided card clips>
            {group.slots.map((slot) => (
              <SlotRow
                key={slot.startsAt}
                slot={slot}
                onLeave={() => {
                  setLeaving(slot);
                }}
              >
                {isRejected(slot) ? rejected : null}
              </SlotRow>
            ))}
          </List>
        </Stack>
      ))}
      {leaving !== null && wait !== null ? (
        <LeaveDialog
          gymSlot={{ gymId, date, startsAt: leaving.startsAt, endsAt: leaving.endsAt }}
          waitId={wait.waitId}
          offered={wait.offeredUntil !== null}
          actions={actions}
          onDone={() => {
            setLeaving(null);
          }}
        />
      ) : null}
    </>
  );
}
