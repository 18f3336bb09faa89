import { honorificOf } from '@tanren/domain/honorifics';
import { waitBriefly } from '#lib/query-client.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { TodayCard } from '#features/door/today-card.tsx';
import classes from '#features/home/home.module.css';
import { NewestInformation } from '#features/informations/unread-informations.tsx';
import {
  loadNewSession,
  NewSessionCard,
  useNewSession,
} from '#features/new-trainer-session/new-session-card.tsx';
import { HomeGymCancelled } from '#features/reservations/gym-cancelled.tsx';
import { gymCancelledQuery } from '#features/reservations/reservations.queries.ts';
import { RunCard } from '#features/session-run/start-run.tsx';
import { MachineLinkCard } from '#features/tanren-link/machine-link-card.tsx';
import { ThisWeek } from '#features/training-status/this-week.tsx';
import { RankingCard } from '#features/workout-ranking/ranking-card.tsx';
import { LastWorkout } from '#features/workouts/workout-cards.tsx';
import { latestWorkoutQuery } from '#entities/workouts/workouts.queries.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';

export const Route = createFileRoute('/')({
  staticData: { access: 'default', layout: 'auth', title: 'ホーム', parent: null },
  loader: async ({ context: { queryClient, readSession } }) => {
    await loadHome(queryClient);
    const { access } = await readSession();
    return { nickname: (access.signedIn && access.profile?.nickname) || '' };
  },
  component: HomePage,
});

async function loadHome(queryClient: QueryClient): Promise<void> {
  // Both stand above other cards: they must be there first, or they would push those down later.
  await Promise.all([
    loadNewSession(queryClient),
    waitBriefly(queryClient.query(gymCancelledQuery)),
  ]);
}

/** Each card has something to say today, or is absent. */
function HomePage() {
  const { nickname } = Route.useLoaderData();
  const { data: latest } = useQuery(latestWorkoutQuery);
  const { session, wasThere, query } = useNewSession();
  const newSession =
    session === null ? (
      <LoadAgainIfMissing what="トレーナーからのメニュー" query={query} />
    ) : (
      <NewSessionCard session={session} />
    );
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>
        <span>{nickname}</span>
        <span className={classes.suffix}>{honorificOf(nickname)}</span>
      </h1>
      <RunCard />
      <MachineLinkCard />
      {wasThere ? newSession : null}
      <HomeGymCancelled />
      <TodayCard />
      <NewestInformation />
      <ThisWeek />
      <LastWorkout />
      <RankingCard lastType={latest?.workoutTypeId} />
      <nav className={classes.links} aria-label="はじめに">
        <Link to="/tutorial" className={classes.link}>
          ご利用ガイドを見る
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Link>
        <Link to="/settings/userinfo" className={classes.link}>
          プロフィールを編集する
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Link>
      </nav>
      {/* A card that came after the page stands at its end, where it moves nothing under a finger. */}
      {wasThere ? null : newSession}
    </div>
  );
}
