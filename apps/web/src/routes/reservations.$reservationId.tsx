import { parseLongId } from '@tanren/domain/identity/route-paths';
import { IconCalendarX, IconHistory } from '@tabler/icons-react';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, Navigate, notFound } from '@tanstack/react-router';
import { myReservationsQuery } from '#entities/booking/reservations.queries.ts';
import { isNearDoor, openFrom } from '#features/booking/door/door-state.ts';
import { DoorPanel, nameMoment } from '#features/booking/door/door-view.tsx';
import classes from '#features/booking/reservations/my-reservations.module.css';
import { ReservationDetails } from '#features/booking/reservations/my-reservations.tsx';
import { QuestionDialog } from '#features/booking/reservations/reservation-dialogs.tsx';
import { formatSlot } from '#features/booking/reservations/reservation-words.ts';
import { reservationQuery } from '#features/booking/reservations/reservations.queries.ts';
import { useReservationActions } from '#features/booking/reservations/use-reservation-actions.ts';
import { GonePage } from '#lib/page-state.tsx';
import { idParam } from '#lib/route-params.ts';
import { useNow } from '#lib/server-time.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Box, Note, Stack } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/reservations/$reservationId')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '予約の詳細',
    parent: ['/reservations', '/'],
  },
  params: idParam('reservationId', parseLongId),
  loader: async ({ context: { queryClient }, params: { reservationId } }) => {
    if ((await queryClient.query(reservationQuery(reservationId))) === null) throw notFound();
  },
  component: ReservationPage,
});

/** Shows one reservation. Its mails and calendar entries link to this page. */
function ReservationPage() {
  const { reservationId } = Route.useParams();
  const { data: reservation } = useSuspenseQuery(reservationQuery(reservationId));
  const now = useNow(5000);
  if (reservation === null) return <GonePage />;
  const over = Date.parse(reservation.endsAt) <= now;
  return (
    <Page title={formatSlot(reservation)} wide>
      {reservation.status === 'cancelled' ? (
        <Cancelled reservation={reservation} />
      ) : over ? (
        <Over reservation={reservation} />
      ) : (
        <Upcoming reservation={reservation} now={now} />
      )}
    </Page>
  );
}

interface PartProps {
  readonly reservation: TrainingReservation;
}

function Upcoming({ reservation, now }: PartProps & { readonly now: number }) {
  const actions = useReservationActions(null);
  const details = (
    <Box as="section" card className={classes.card} aria-label="予約の内容">
      <ReservationDetails reservation={reservation} now={now} actions={actions} search={{}} />
    </Box>
  );
  return (
    <Stack from={768} gap={16} align="start">
      {isNearDoor(reservation, now) ? (
        <>
          <DoorPanel gymId={reservation.gymId} />
          {details}
        </>
      ) : (
        <>
          {details}
          <Card heading="入館コード">
            <Note above={4}>
              入館コードは{nameMoment(openFrom(reservation).toISOString(), now)}
              （開始15分前）に表示されます。
            </Note>
          </Card>
        </>
      )}
      {actions.question === null ? null : <QuestionDialog {...actions.question} />}
    </Stack>
  );
}

/**
 * Shows a cancelled reservation. After an undo the member has a new reservation for the same time,
 * and the page shows that one.
 */
function Cancelled({ reservation }: PartProps) {
  const { gymId, startsAt, gymCancelReason } = reservation;
  const { data: mine } = useQuery(myReservationsQuery);
  const again = mine?.find(
    (one) => one.gymId === gymId && Date.parse(one.startsAt) === Date.parse(startsAt),
  );
  if (again !== undefined) {
    return (
      <Navigate to="/reservations/$reservationId" params={{ reservationId: again.id }} replace />
    );
  }
  return (
    <EmptyState
      Icon={IconCalendarX}
      text={
        gymCancelReason === null
          ? 'この予約はキャンセルしました。'
          : `この予約はキャンセルになりました。\n理由：${gymCancelReason}`
      }
      action={<ReserveAgain reservation={reservation} />}
    />
  );
}

function Over({ reservation }: PartProps) {
  return (
    <EmptyState
      Icon={IconHistory}
      text="この予約の時間は終わりました。"
      action={<ReserveAgain reservation={reservation} />}
    />
  );
}

function ReserveAgain({ reservation: { gymId } }: PartProps) {
  return (
    <Link to="/reservations" search={{ gym: gymId }} className={primaryButtonLink}>
      別の時間を予約する
    </Link>
  );
}
