import { primaryButtonLink } from '#ui/buttons.tsx';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { EmptyState, Notice } from '#ui/feedback/notices.tsx';
import { IconBuildingOff, IconInfoCircle } from '@tabler/icons-react';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { gymHoursQuery, gymQuery, gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { readLastGym } from '#entities/gyms/last-gym.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { myReservationsQuery } from '#entities/booking/reservations.queries.ts';
import { trainingSessionQuery } from '#entities/menus/menus.queries.ts';
import { CalendarFeedSection } from '#features/booking/calendar-feed.tsx';
import { ChosenMenu, MoveBanner } from '#features/booking/reservations/booking-banners.tsx';
import { BookingContext } from '#features/booking/reservations/booking-context.ts';
import { GymCancelled } from '#features/booking/reservations/gym-cancelled.tsx';
import { DayStrip, GymSelect } from '#features/booking/reservations/gym-day-picker.tsx';
import { MyReservations } from '#features/booking/reservations/my-reservations.tsx';
import { NextReservation } from '#features/booking/reservations/next-reservation.tsx';
import { PastReservations } from '#features/booking/reservations/past-reservations.tsx';
import { chooseDay, listReservableDays } from '#features/booking/reservations/reservable-slots.ts';
import { QuestionDialog } from '#features/booking/reservations/reservation-dialogs.tsx';
import {
  omitSearch,
  readReservationsSearch,
  type ReservationsSearch,
} from '#features/booking/reservations/reservations-search.ts';
import classes from '#features/booking/reservations/reservations.module.css';
import {
  gymCancelledQuery,
  loadSuggestedDay,
  myWaitsQuery,
  reservationDaysQuery,
} from '#features/booking/reservations/reservations.queries.ts';
import { DaySlots } from '#features/booking/reservations/slot-list.tsx';
import { useReservationActions } from '#features/booking/reservations/use-reservation-actions.ts';
import { MyWaits, Offers } from '#features/booking/reservations/waits.tsx';
import { HealthCheckCards } from '#features/memberships/health-check-card.tsx';
import { waitBriefly } from '#lib/query-client.ts';
import { onlySearch } from '#lib/route-params.ts';
import { useNow } from '#lib/server-time.ts';
import { Stack } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';

const validateSearch = onlySearch(readReservationsSearch);

export const Route = createFileRoute('/reservations/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '予約',
    parent: null,
    subViewParam: 'view',
  },
  validateSearch,
  // Free places change every second, so hovering over the link must not fetch them.
  preload: false,
  loaderDeps: ({ search: { gym, date, trainingSessionId } }) => ({
    gym,
    dated: date !== undefined,
    trainingSessionId,
  }),
  loader: ({ context: { queryClient }, deps }) => loadReservations(queryClient, deps),
  component: ReservationsPage,
});

interface LoaderDeps {
  readonly gym: number | undefined;
  readonly dated: boolean;
  readonly trainingSessionId: number | undefined;
}

/**
 * Loads the gym to show with its opening hours (`null` if there are no gyms). If the address names
 * no day, it also finds the first day with a free place. The lists are loaded later.
 */
async function loadReservations(
  queryClient: QueryClient,
  { gym: requestedGym, dated, trainingSessionId }: LoaderDeps,
): Promise<{ gymId: number | null; freeDay: string | undefined }> {
  // The page makes the same request and reports its failure.
  const ignoreFailure = <T,>(request: Promise<T>) => request.catch(() => null);
  const mine = queryClient.query(myReservationsQuery).catch(() => []);
  void ignoreFailure(queryClient.query(myWaitsQuery));
  const session =
    trainingSessionId === undefined
      ? null
      : ignoreFailure(queryClient.query(trainingSessionQuery(trainingSessionId)));
  // This is shown above everything else, so loading it later would move the slots under a finger.
  const cancelled = ignoreFailure(queryClient.query(gymCancelledQuery));
  // The visits left in the month would move the slots, too.
  const memberships = ignoreFailure(queryClient.query(myMembershipsQuery));
  // The queries below would be sent in series. They find the parts of this answer in the cache.
  const suggested = dated
    ? null
    : waitBriefly(loadSuggestedDay(queryClient, requestedGym ?? readLastGym()));
  const gyms = await queryClient.query(gymsQuery);
  const isThere = (id: number | null | undefined) => gyms.some((gym) => gym.id === id);
  // If no gym was chosen on this device, the gym of a reservation is used, else that of the
  // membership.
  const findOwnGym = async () => {
    const reserved = (await mine).find((reservation) => isThere(reservation.gymId));
    const held = (await memberships)?.memberships.find(({ state }) => state !== 'ended');
    return [reserved?.gymId, held?.gymId].find(isThere) ?? gyms[0]?.id ?? null;
  };
  const gymId = [requestedGym, readLastGym()].find(isThere) ?? (await findOwnGym());
  if (gymId === null) return { gymId, freeDay: undefined };
  await suggested;
  const [freeDay] = await Promise.all([
    dated ? undefined : findFreeDay(queryClient, gymId),
    queryClient.query(gymQuery(gymId)),
    queryClient.query(gymHoursQuery(gymId)),
    session,
    cancelled,
    memberships,
  ]);
  return { gymId, freeDay };
}

/** Returns the first day with a free place or with an own reservation. */
async function findFreeDay(queryClient: QueryClient, gymId: number): Promise<string | undefined> {
  // The page makes the same request and reports its failure.
  const days = await queryClient.query(reservationDaysQuery(gymId)).catch(() => []);
  return days.find(({ remaining, mine }) => remaining > 0 || mine)?.date;
}

function ReservationsPage() {
  const { gymId } = Route.useLoaderData();
  const search = Route.useSearch();
  return (
    <Page title={search.view === 'mine' ? '予約一覧' : '予約'} wide>
      {gymId === null ? <NoGyms /> : <GymReservations gymId={gymId} />}
    </Page>
  );
}

function NoGyms() {
  return (
    <EmptyState
      Icon={IconBuildingOff}
      text="予約できるジムはまだありません。"
      action={
        <Link to="/informations" className={primaryButtonLink}>
          お知らせを見る
        </Link>
      }
    />
  );
}

function GymReservations({ gymId }: { readonly gymId: number }) {
  const search = Route.useSearch();
  const { freeDay } = Route.useLoaderData();
  const changeSearch = useChangeSearch();
  const { data: gyms } = useSuspenseQuery(gymsQuery);
  const { data: gym } = useSuspenseQuery(gymQuery(gymId));
  const { data: hours } = useSuspenseQuery(gymHoursQuery(gymId));
  const mine = useQuery(myReservationsQuery);
  const waiting = useQuery(myWaitsQuery);
  const memberships = useQuery(myMembershipsQuery);
  const fullness = useQuery(reservationDaysQuery(gymId));
  const waits = waiting.data ?? [];
  const now = useNow(5000);
  const chosenMenu = useQuery({
    ...trainingSessionQuery(search.trainingSessionId ?? 0),
    enabled: search.trainingSessionId !== undefined,
  });
  // `null` if there is no such menu, `undefined` if none is chosen or it is not loaded yet.
  const session = search.trainingSessionId === undefined ? undefined : chosenMenu.data;
  const actions = useReservationActions(
    session === null ? null : (search.trainingSessionId ?? null),
  );
  const { slotMinutes, reservableDays } = gym;
  const days = listReservableDays({ hours, slotMinutes, reservableDays }, now);
  const day = chooseDay(days, search.date ?? freeDay);
  const reserved = mine.data?.filter((reservation) => reservation.gymId === gymId) ?? [];
  const moving = findMoving(search.move, mine.data);
  const chooseDate = (date: string) => {
    changeSearch((latest) => ({ ...omitSearch(latest, 'view'), date }));
  };
  const endMove = () => {
    changeSearch((latest) => omitSearch(latest, 'move'));
  };
  return (
    <>
      <GymCancelled now={now} />
      <Offers waits={waits.filter(({ offeredUntil }) => offeredUntil !== null)} actions={actions} />
      <LoadAgainIfMissing what="キャンセル待ち" query={waiting} />
      <LoadAgainIfMissing what="選んだメニュー" query={chosenMenu} />
      <LoadAgainIfMissing what="会員契約" query={memberships} />
      {session === undefined ? null : (
        <ChosenMenu
          session={session}
          slotMinutes={slotMinutes}
          onRemove={() => {
            changeSearch((latest) => omitSearch(latest, 'trainingSessionId'));
          }}
        />
      )}
      {moving ? <MoveBanner reservation={moving} onEnd={endMove} /> : null}
      {search.move !== undefined && moving === null ? (
        <Notice Icon={IconInfoCircle}>
          変更する予約が見つかりませんでした。このまま枠を選ぶと、新しい予約になります。
        </Notice>
      ) : null}
      {search.view === 'mine' ? null : (
        <NextReservation search={search} mine={mine.data} now={now} />
      )}
      <Stack className={classes.columns} data-view={search.view ?? 'slots'}>
        <Stack gap={16} top className={classes.slots}>
          {moving === undefined ? <LoadAgainIfMissing what="変更する予約" query={mine} /> : null}
          <GymSelect
            gyms={gyms}
            gymId={gymId}
            fixed={Boolean(moving)}
            onChoose={(chosen) => {
              changeSearch((latest) => ({ ...latest, gym: chosen }));
            }}
          />
          <DayStrip
            days={days}
            today={toGymDay(new Date(now))}
            chosen={day?.date ?? ''}
            reserved={new Set(reserved.map(({ date }) => date))}
            seats={new Map(fullness.data?.map((seats) => [seats.date, seats]))}
            onChoose={(date) => {
              actions.clearRejection();
              chooseDate(date);
            }}
          />
          <LoadAgainIfMissing what="日ごとの空き" query={fullness} />
          {day === null ? null : (
            <BookingContext
              value={{
                gymId,
                days,
                day,
                now,
                actions,
                mine: reserved,
                moving,
                onMoved: endMove,
                onChooseDate: chooseDate,
              }}
            >
              <DaySlots />
            </BookingContext>
          )}
        </Stack>
        <Stack gap={24} top className={classes.mine}>
          <MyReservations query={mine} now={now} actions={actions} search={search} />
          <MyWaits
            waits={waits.filter(({ offeredUntil }) => offeredUntil === null)}
            actions={actions}
          />
          <HealthCheckCards />
          <PastReservations />
          <CalendarFeedSection />
        </Stack>
      </Stack>
      {actions.question === null ? null : <QuestionDialog {...actions.question} />}
    </>
  );
}

/**
 * Returns a function that changes the address without adding a history entry for every tapped day.
 */
function useChangeSearch() {
  const navigate = Route.useNavigate();
  // The change starts from the latest address, because the page may still show the previous gym.
  return (change: (latest: ReservationsSearch) => ReservationsSearch) =>
    void navigate({ search: change, replace: true, resetScroll: false });
}

/**
 * Returns the reservation that the address wants to move, or `null` for none. Returns `undefined`
 * until it is known; a tap must not make a second reservation until then.
 */
function findMoving(
  move: number | undefined,
  mine: readonly TrainingReservation[] | undefined,
): TrainingReservation | null | undefined {
  if (move === undefined) return null;
  return mine === undefined ? undefined : (mine.find(({ id }) => id === move) ?? null);
}
