import { IconChevronRight, IconUserHeart } from '@tabler/icons-react';
import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { honorificOf } from '@tanren/domain/members/honorifics';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import type { TodaysMenus } from '@tanren/contract/menus/todays-menu';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { tanrenConnectionQuery } from '#entities/machines/machines.queries.ts';
import { myMembershipsQuery, readJoining } from '#entities/memberships/memberships.queries.ts';
import { nextReservationQuery } from '#entities/booking/reservations.queries.ts';
import { LastVisit } from '#entities/workouts/visit-card.tsx';
import { lastVisitQuery } from '#entities/workouts/visits.queries.ts';
import { hasOpenedGuide } from '#features/members/documents/guide-opened.ts';
import { isNearDoor, nearDoorFrom } from '#features/booking/door/door-state.ts';
import { TodayCard } from '#features/booking/door/today-card.tsx';
import classes from '#features/menus/today/home.module.css';
import { NewestAnnouncement } from '#features/members/announcements/unread-announcements.tsx';
import { InstallOffer } from '#features/members/install-offer.tsx';
import { HomeGymCancelled } from '#features/booking/reservations/gym-cancelled.tsx';
import { gymCancelledQuery } from '#features/booking/reservations/reservations.queries.ts';
import { HealthCheckCards } from '#features/memberships/health-check-card.tsx';
import { MachineLinkCard } from '#features/machines/link/machine-link-card.tsx';
import { todaysMenuQuery } from '#features/menus/today/todays-menu.queries.ts';
import { TodaysMenuSection } from '#features/menus/today/todays-menu.tsx';
import { TodaysResult } from '#features/menus/today/todays-result.tsx';
import { ThisWeek } from '#features/workouts/status/this-week.tsx';
import { getStoredIdentity } from '#lib/auth/auth.ts';
import { formatShortGymDate } from '#lib/dates.ts';
import { removeHomePicture, saveHomePicture } from '#lib/offline/home-picture.ts';
import { restoreTodaysAnswers } from '#lib/offline/stored-answers.ts';
import { loaderStaleMs, waitBriefly } from '#lib/query-client.ts';
import { serverAheadMs, serverNow, useNow } from '#lib/server-time.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { cardLink } from '#ui/lists/cards.tsx';

export const Route = createFileRoute('/')({
  staticData: { access: 'default', layout: 'auth', title: 'ホーム', parent: null },
  loader: async ({ context: { queryClient, readSession, hasLoaded } }) => {
    if (hasLoaded() || !(await showTodaysAnswers(queryClient))) await loadHome(queryClient);
    const { access } = await readSession();
    const nickname = (access.signedIn && access.profile?.nickname) || '';
    return { nickname, sub: getStoredIdentity()?.sub ?? null };
  },
  component: HomePage,
});

/**
 * Starts the app with the answers of earlier today, if this device has them, and returns whether it
 * has. The page then refreshes them in place. A menu in progress changes with every set, so it is
 * not shown before the network has answered.
 */
async function showTodaysAnswers(queryClient: QueryClient): Promise<boolean> {
  const shown = [
    todaysMenuQuery,
    nextReservationQuery,
    myMembershipsQuery,
    gymCancelledQuery,
    lastVisitQuery,
  ];
  const restored = await restoreTodaysAnswers(
    queryClient,
    shown.map(({ queryKey }) => queryKey),
  );
  const menu = queryClient.getQueryData(todaysMenuQuery.queryKey)?.menu;
  return restored && menu?.reason.kind !== 'running';
}

/** Loads the upper parts of the page first, so that they do not push down the others later. */
async function loadHome(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    waitBriefly(loadToday(queryClient)),
    waitBriefly(queryClient.query(tanrenConnectionQuery)),
    waitBriefly(queryClient.query(nextReservationQuery)),
    waitBriefly(queryClient.query(myMembershipsQuery)),
    waitBriefly(queryClient.query(gymCancelledQuery)),
  ]);
}

/** Loads today's menu, and the result that stands above it after a training. */
async function loadToday(queryClient: QueryClient): Promise<void> {
  const today = await queryClient.query(todaysMenuQuery);
  if (isDoneForToday(today)) await queryClient.query(lastVisitQuery);
}

/** Returns whether the member has trained today and has no menu in progress. */
function isDoneForToday({ trainedToday, menu }: TodaysMenus): boolean {
  return trainedToday && menu?.reason.kind !== 'running';
}

/** Shows one main action, and further options beside or below it. */
function HomePage() {
  const { nickname, sub } = Route.useLoaderData();
  const { data: reservation } = useQuery({
    ...nextReservationQuery,
    staleTime: loaderStaleMs,
  });
  const { data: memberships } = useQuery({ ...myMembershipsQuery, staleTime: loaderStaleMs });
  // The order is decided when the page opens, so that nothing moves under a finger an hour later. A
  // member without a plan cannot enter a gym, so choosing one comes before training.
  const putDoorFirst = () =>
    reservation ? isNearDoor(reservation, serverNow()) : readJoining(memberships) === 'none';
  const [isDoorFirst] = useState(putDoorFirst);
  // A link that is read after the page has opened must not push down today's menu.
  const queryClient = useQueryClient();
  const [isLinkFirst] = useState(
    () => queryClient.getQueryData(tanrenConnectionQuery.queryKey) !== undefined,
  );
  const { data: menus } = useQuery(todaysMenuQuery);
  const showResult = () => menus !== undefined && isDoneForToday(menus);
  const [hasResult] = useState(showResult);
  // The app may still be open on the next morning.
  const today = toGymDay(new Date(useNow(60_000)));
  useEffect(() =>
    whenIdle(() => {
      const link = queryClient.getQueryData(tanrenConnectionQuery.queryKey);
      const isUsual = !link?.connection && link?.machinesReachable !== false;
      const opensLikeNow = putDoorFirst() === isDoorFirst && showResult() === hasResult;
      const isOwn = sub !== null && getStoredIdentity()?.sub === sub;
      if (isOwn && isUsual && opensLikeNow) saveHomePicture(sub, findPictureEnd(reservation));
      else removeHomePicture();
    }),
  );
  return (
    <Stack gap={24} className={classes.page} data-wide>
      <Row gap={12} align="baseline" justify="between" className={classes.top}>
        <Text as="h1" size={16} leading="snug" shrinks>
          <span>{nickname}</span>
          <Note as="span" weight={400} className={classes.suffix}>
            {honorificOf(nickname)}
          </Note>
        </Text>
        <Note as="time" fixed dateTime={today}>
          {formatShortGymDate(today)}
        </Note>
      </Row>
      <Stack gap={16} top optional className={classes.first}>
        <HomeGymCancelled />
        {isLinkFirst ? <MachineLinkCard /> : null}
        {isDoorFirst ? <Door /> : null}
      </Stack>
      <Stack gap={24} top shrinks className={classes.main}>
        {hasResult ? <TodaysResult /> : null}
        <TodaysMenuSection />
      </Stack>
      <Stack gap={16} top optional className={classes.side}>
        {isDoorFirst ? null : <Door />}
        <DrawnNext>
          <HealthCheckCards />
          <ThisWeek />
          {hasResult ? null : <LastVisit />}
          <TrainerNews />
          <NewestAnnouncement />
          <GuideLink />
          <InstallOffer />
          {isLinkFirst ? null : <MachineLinkCard />}
        </DrawnNext>
      </Stack>
    </Stack>
  );
}

/**
 * Returns the time from which the page opens differently, by the clock of this device: the next gym
 * day, the hour of the door, or the end of the reservation.
 */
function findPictureEnd(reservation: TrainingReservation | null | undefined): number {
  const now = serverNow();
  const midnight = toGymInstant(addDays(toGymDay(new Date(now)), 1), 0).getTime();
  const turns = reservation ? [nearDoorFrom(reservation), Date.parse(reservation.endsAt)] : [];
  return Math.min(midnight, ...turns.filter((turn) => turn > now)) - serverAheadMs();
}

/**
 * Renders its children in a separate task, so that the upper part is drawn and handles taps sooner.
 */
function DrawnNext({ children }: { readonly children: ReactNode }) {
  const [isTurn, setIsTurn] = useState(false);
  useEffect(() => {
    startTransition(() => {
      setIsTurn(true);
    });
  }, []);
  return isTurn ? (
    <div className={classes.next} data-picture="left-out">
      {children}
    </div>
  ) : null;
}

/** Shows the door. The shortcut 入館コード of the installed app leads here. */
function Door() {
  return (
    <div id="door">
      <TodayCard />
    </div>
  );
}

/** Shows a new menu of the trainer while another action comes first. */
function TrainerNews() {
  const { data } = useQuery(todaysMenuQuery);
  const menu = data?.alternatives.find(({ reason }) => reason.kind === 'trainer');
  if (menu === undefined || menu.trainingSessionId === null) return null;
  const { trainingSessionId, title, minutes } = menu;
  return (
    <Link
      to="/training-sessions/$trainingSessionId"
      params={{ trainingSessionId }}
      className={`${cardLink} ${look('row', 'align-center', 'gap-12')}`}
    >
      <IconUserHeart size={24} stroke={1.75} aria-hidden />
      <Stack as="span" grow>
        <Note as="span">トレーナーからの新しいメニュー</Note>
        <strong>{title}</strong>
        <Note as="span">約{minutes}分</Note>
      </Stack>
      <IconChevronRight size={20} stroke={1.75} aria-hidden />
    </Link>
  );
}

/** Links to the guide, until the member has trained or opened it. */
function GuideLink() {
  const { data } = useQuery(todaysMenuQuery);
  const [wasOpened] = useState(hasOpenedGuide);
  if (data === undefined || data.hasWorkouts || wasOpened) return null;
  return (
    <Link to="/tutorial" className={`${cardLink} ${look('row', 'align-center', 'gap-12')}`}>
      <Stack as="span" grow>
        ご利用ガイドを見る
      </Stack>
      <IconChevronRight size={20} stroke={1.75} aria-hidden />
    </Link>
  );
}
