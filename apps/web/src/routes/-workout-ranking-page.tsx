import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { RankingVisibility, ShowInRankings } from '#features/userinfo/member-data-section.tsx';
import { WorkoutRankingScreen } from '#features/workout-ranking/workout-ranking-screen.tsx';
import { userInfoQuery } from '#lib/session.ts';

const route = getRouteApi('/workout-ranking/$workoutType/$rankingType');

export function WorkoutRankingPage() {
  const { sub } = route.useLoaderData();
  // The member may have switched it on another device.
  const { data: userInfo } = useQuery({ ...userInfoQuery(sub), staleTime: 60_000 });
  const visible = userInfo?.rankingVisible !== false;
  return (
    <WorkoutRankingScreen
      visible={visible}
      visibility={<RankingVisibility visible={visible} />}
      show={<ShowInRankings />}
    />
  );
}
