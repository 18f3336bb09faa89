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
import { primaryButtonLink } from '#ui/buttons.tsx';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Unbroken } from '#ui/unbroken.tsx';
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
      <Text id="my-reservations" as="h2" size={16} leading="snug">
        これからの予約
      </Text>
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
        className={classes.next}
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

interface ReservationCardProps {
  readonly reservation: TrainingReservation;
  readonly now: number;
  readonly actions: ReservationActions;
  readonly search: ReservationsSearch;
}

function ReservationCard({ reservation, now, actions, search }: ReservationCardProps) {
  const { id, date, startsAt } = reservation;
  return (
    <article className={classes.card} aria-label={formatSlot(reservation)}>
      <Text as="h3" size={16} leading="snug" className={classes.when}>
        <Link to="/reservations/$reservationId" params={{ reservationId: id }}>
          <time dateTime={startsAt}>
            {formatGymDate(date)}
            <span className={classes.time}>{formatSlotTime(reservation, date)}</span>
          </time>
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Link>
      </Text>
      <ReservationDetails reservation={reservation} now={now} actions={actions} search={search} />
    </article>
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
      <Row as="p" gap={12} rowGap={0} align="center" wrap className={classes.cardGym}>
        <Link to="/gyms/$gymId" params={{ gymId }}>
          {gymName}
        </Link>
        {running ? <span className={classes.running}>利用中</span> : null}
      </Row>
      <Session reservation={reservation} actions={actions} search={search} />
      <Note>
        {late
          ? `変更・キャンセルの期限（${formatMoment(changeableUntil)}）を過ぎました。`
          : `変更・キャンセルは${formatMoment(changeableUntil)}まで`}
      </Note>
      {refusal?.key === reservationKey(id) ? (
        <Row role="alert" as="p" gap={8} align="start" above={8} className={classes.cardRefusal}>
          <IconAlertCircle size={20} stroke={1.75} aria-hidden />
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
    <Stack gap={4} justify="start" className={classes.session}>
      {trainingSession === null ? null : (
        <Link
          to="/training-sessions/$trainingSessionId"
          params={{ trainingSessionId: trainingSession.trainingSessionId }}
          className={classes.title}
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
          className={classes.move}
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
