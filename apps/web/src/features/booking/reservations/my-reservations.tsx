import {
  IconAlertCircle,
  IconBarbell,
  IconCalendarDown,
  IconCalendarPlus,
  IconChevronRight,
  IconWifiOff,
} from '@tabler/icons-react';
import {
  getReservationCalendar,
  type TrainingReservation,
} from '@tanren/contract/booking/training-reservations';
import { isChangeable } from '@tanren/domain/booking/reservations';
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { explainFailure } from '#lib/errors.ts';
import { useOffline } from '#lib/offline/network.ts';
import { downloadFile, saveFile } from '#lib/api.ts';
import { formatMoment, formatGymDate, formatSlotTime } from '#lib/dates.ts';
import { myMembershipsQuery, readJoining } from '#entities/memberships/memberships.queries.ts';
import { trainingReservationsKey } from '#entities/booking/reservations.queries.ts';
import { EmptyState, Notice } from '#ui/feedback/notices.tsx';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { plainLink, primaryButtonLink } from '#ui/buttons.tsx';
import { Box, look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import classes from './my-reservations.module.css';
import { describeRejection, formatSlot } from './reservation-words.ts';
import { omitSearch, type ReservationsSearch } from './reservations-search.ts';
import { SlotButton } from './slot-button.tsx';
import { type ReservationActions, reservationKey } from './use-reservation-actions.ts';

interface MyReservationsProps {
  readonly query: UseQueryResult<readonly TrainingReservation[]>;
  readonly now: number;
  readonly actions: ReservationActions;
  readonly search: ReservationsSearch;
}

/** Height of a card on a phone, in px. */
const cardHeight = 216;

export function MyReservations(props: MyReservationsProps) {
  const { query, now, actions, search } = props;
  const { data: reservations, error, isError } = query;
  const isOffline = useOffline();
  return (
    <Stack as="section" gap={12} aria-labelledby="my-reservations">
      <SectionHeading id="my-reservations">これからの予約</SectionHeading>
      {isMissing(query) ? (
        <LoadAgain what="これからの予約" query={query} />
      ) : reservations === undefined ? (
        <Skeleton height={cardHeight} />
      ) : isError && !isOffline ? (
        <Notice Icon={IconWifiOff}>{explainFailure(error, '予約を更新できませんでした。')}</Notice>
      ) : null}
      {reservations?.length === 0 ? <NoReservations search={search} /> : null}
      {reservations && reservations.length > 0 ? (
        <Stack as="ul" gap={12}>
          {reservations.map((reservation) => (
            <li key={reservation.id}>
              <ReservationCard
                reservation={reservation}
                now={now}
                actions={actions}
                search={search}
              />
            </li>
          ))}
        </Stack>
      ) : null}
    </Stack>
  );
}

/**
 * Shows that there are no reservations. A member without a plan is sent to the plans, which are
 * shown in place of the slots.
 */
function NoReservations({ search }: Pick<MyReservationsProps, 'search'>) {
  const { data: mine } = useQuery(myMembershipsQuery);
  const isNew = readJoining(mine) === 'none';
  return (
    <EmptyState
      Icon={IconCalendarPlus}
      text={isNew ? 'プランを申し込むと、空いている時間を予約できます。' : '予約はまだありません。'}
      action={
        <div className={classes.toSlots}>
          <Link
            to="/reservations"
            search={omitSearch(search, 'view')}
            replace
            className={primaryButtonLink}
          >
            {isNew ? 'プランを選ぶ' : '空き枠を見る'}
          </Link>
        </div>
      }
    />
  );
}

interface ReservationCardProps {
  readonly reservation: TrainingReservation;
  readonly now: number;
  readonly actions: ReservationActions;
  readonly search: ReservationsSearch;
}

function ReservationCard({ reservation, now, actions, search }: ReservationCardProps) {
  const { id, date, startsAt } = reservation;
  return (
    <Box as="article" card className={classes.card} aria-label={formatSlot(reservation)}>
      <Text as="h3" size={16} leading="snug">
        <Link
          to="/reservations/$reservationId"
          params={{ reservationId: id }}
          className={`${look('row', 'align-center', 'justify-between', 'bare')} ${classes.when}`}
        >
          <time dateTime={startsAt}>
            {formatGymDate(date)}
            <Text as="span" block size={28} leading="close" className={classes.time}>
              {formatSlotTime(reservation, date)}
            </Text>
          </time>
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Link>
      </Text>
      <ReservationDetails reservation={reservation} now={now} actions={actions} search={search} />
    </Box>
  );
}

/**
 * Shows the gym, the menu and the change deadline of a reservation, with its buttons. The time is
 * shown elsewhere on the card.
 */
export function ReservationDetails({ reservation, now, actions, search }: ReservationCardProps) {
  const { id, gymId, gymName, startsAt, changeableUntil } = reservation;
  const late = !isChangeable(new Date(changeableUntil), new Date(now));
  const running = Date.parse(startsAt) <= now;
  const { refusal } = actions;
  return (
    <>
      <Row as="p" gap={12} rowGap={0} align="center" wrap size={14} quiet>
        <Link
          to="/gyms/$gymId"
          params={{ gymId }}
          className={`${look('row', 'inline', 'align-center', 'underlines')} ${classes.gym}`}
        >
          {gymName}
        </Link>
        {running ? (
          <Text as="span" weight={700} bright>
            利用中
          </Text>
        ) : null}
      </Row>
      <Session reservation={reservation} actions={actions} search={search} />
      <Note>
        {late
          ? `変更・キャンセルの期限（${formatMoment(changeableUntil)}）を過ぎました。`
          : `変更・キャンセルは${formatMoment(changeableUntil)}まで`}
      </Note>
      {refusal?.key === reservationKey(id) ? (
        <Row role="alert" as="p" gap={8} align="start" above={8} leading={24}>
          <IconAlertCircle
            size={20}
            stroke={1.75}
            aria-hidden
            className={look('above-2', 'alarming')}
          />
          {describeRejection(refusal.kind, refusal.code)}
        </Row>
      ) : null}
      <CardActions reservation={reservation} late={late} actions={actions} search={search} />
    </>
  );
}

type PartProps = Omit<ReservationCardProps, 'now'> & { readonly late: boolean };

/**
 * Shows the menu of the reservation. A menu chosen for the next reservation can be assigned here
 * instead.
 */
function Session({ reservation, actions, search: { trainingSessionId } }: Omit<PartProps, 'late'>) {
  const { trainingSession } = reservation;
  const other =
    trainingSessionId !== undefined && trainingSession?.trainingSessionId !== trainingSessionId;
  if (trainingSession === null && !other) return null;
  const running = actions.isRunning(reservationKey(reservation.id));
  return (
    <Stack gap={4} justify="start" below={4}>
      {trainingSession === null ? null : (
        <Link
          to="/training-sessions/$trainingSessionId"
          params={{ trainingSessionId: trainingSession.trainingSessionId }}
          className={look('tap', 'gap-8', 'leading-snug', 'underlines')}
        >
          <IconBarbell size={20} stroke={1.75} aria-hidden />
          {trainingSession.title}
        </Link>
      )}
      {other ? (
        <SlotButton
          variant="quiet"
          busy={running}
          onClick={() => void actions.changeMenu(reservation, trainingSessionId)}
        >
          選んだメニューを付ける
        </SlotButton>
      ) : null}
    </Stack>
  );
}

function CardActions({ reservation, late, actions, search }: PartProps) {
  const { id, gymId, date, trainingSession } = reservation;
  const running = actions.isRunning(reservationKey(id));
  const calendar = useCalendarFile(id);
  const what = formatSlot(reservation);
  const cancel = () => {
    const trainingSessionId = trainingSession?.trainingSessionId ?? null;
    void actions.cancel({ ...reservation, trainingSessionId }, reservationKey(id));
  };
  return (
    <Row wrap className={classes.actions}>
      {late ? null : (
        <Link
          to="/reservations"
          search={{ ...omitSearch(search, 'view'), gym: gymId, date, move: id }}
          className={`${plainLink} ${look('size-14', 'weight-600')}`}
          aria-label={`${what}の予約を変更する`}
        >
          変更する
        </Link>
      )}
      <SlotButton
        variant="plain"
        busy={running}
        off={late}
        aria-label={`${what}の予約をキャンセルする`}
        onClick={cancel}
      >
        {running ? 'キャンセル中…' : 'キャンセルする'}
      </SlotButton>
      <SlotButton
        variant="plain"
        busy={calendar.busy}
        aria-label={`${what}をカレンダーに追加`}
        onClick={calendar.save}
      >
        <IconCalendarDown size={20} stroke={1.75} aria-hidden />
        カレンダーに追加
      </SlotButton>
    </Row>
  );
}

/** Returns a function that downloads the reservation as an iCalendar file. */
function useCalendarFile(reservationId: number) {
  const { mutate, isPending } = useMutation({
    mutationKey: [trainingReservationsKey, 'calendar', reservationId],
    mutationFn: async () => {
      const file = await downloadFile(getReservationCalendar, { params: { reservationId } });
      saveFile(file, `tanren-reservation-${reservationId}.ics`);
    },
  });
  return {
    busy: isPending,
    save: () => {
      if (!isPending) mutate();
    },
  };
}
