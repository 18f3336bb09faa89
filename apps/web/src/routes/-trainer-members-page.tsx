import type { Workout } from '@tanren/contract/workouts';
import { getRouteApi, Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { dropTrainedDrafts } from '#features/session-editor/drafts.ts';
import { MemberOverview } from '#features/trained-members/member-overview.tsx';
import { readMemberSearch } from '#features/trained-members/member-search.ts';
import { TrainedHistoryLinks } from '#features/trained-members/trained-history-links.tsx';
import {
  type TrainedCourseProps,
  TrainedHistoryScreen,
} from '#features/trained-members/trained-history-screen.tsx';
import { TrainedLoadsView } from '#features/trained-members/trained-loads-view.tsx';
import { TrainedMemberScreen } from '#features/trained-members/trained-member-screen.tsx';
import { TrainedMembersScreen } from '#features/trained-members/trained-members-screen.tsx';
import { TrainedSessionsView } from '#features/trained-members/trained-sessions-view.tsx';
import { TrainedWorkoutLink } from '#features/trained-members/trained-workout-link.tsx';
import { TrainedWorkoutScreen } from '#features/trained-members/trained-workout-screen.tsx';
import { TrainedWorkoutsView } from '#features/trained-members/trained-workouts-view.tsx';
import { WithinLink } from '#features/trained-members/within-link.tsx';
import { HistoryColumns } from '#features/training-history/history-columns.tsx';
import { type PeriodLinkProps, PeriodTabs } from '#features/training-history/period-tabs.tsx';
import { StatusColumns } from '#features/training-status/status-columns.tsx';
import { WorkoutDays } from '#features/workouts/workout-days.tsx';
import { WorkoutParts, WorkoutTime } from '#features/workouts/workout-parts.tsx';
import { usePageBusy } from '#lib/page-state.tsx';
import * as data from './-trainer-members-data.ts';

export const { loadMembers, loadMember, loadMemberWorkout, loadMemberHistory } = data;
export const MembersPage = TrainedMembersScreen;

const frame = getRouteApi('/trainer/members/$memberId');
const index = getRouteApi('/trainer/members/$memberId/');
const workoutRoute = getRouteApi('/trainer/members/$memberId/workouts/$workoutId');
const historyRoute = getRouteApi('/trainer/members/$memberId/training-history/$workoutTypeId');

/** Drafts, and what the router has kept of pages that were left. */
function useForgetting(): (memberId: number) => void {
  const router = useRouter();
  return useCallback(
    (memberId: number) => {
      dropTrainedDrafts(memberId);
      router.clearCache();
    },
    [router],
  );
}

export function MemberFrame() {
  const { memberId } = frame.useParams();
  return (
    <WithinLink memberId={memberId} onEnded={useForgetting()}>
      <Outlet />
    </WithinLink>
  );
}

export function MemberPage() {
  const chosen = useLocation({ select: ({ search }) => readMemberSearch(search).view });
  return (
    <TrainedMemberScreen chosen={chosen} busy={usePageBusy()}>
      <MemberViewContent />
    </TrainedMemberScreen>
  );
}

function MemberViewContent() {
  const { view, workoutType } = index.useLoaderData();
  const forget = useForgetting();
  switch (view) {
    case 'overview':
      return <MemberOverview status={StatusColumns} onEnded={forget} />;
    case 'loads':
      return <TrainedLoadsView />;
    case 'history':
      return <TrainedWorkoutsView workoutType={workoutType} days={MemberDays} />;
    case 'sessions':
      return <TrainedSessionsView />;
  }
}

function MemberDays({ workouts }: { readonly workouts: readonly Workout[] }) {
  return <WorkoutDays workouts={workouts} link={TrainedWorkoutLink} />;
}

export function MemberWorkoutPage() {
  const { workoutId } = workoutRoute.useParams();
  return <TrainedWorkoutScreen workoutId={workoutId} time={WorkoutTime} parts={WorkoutParts} />;
}

export function MemberHistoryPage() {
  const { workoutTypeId } = historyRoute.useParams();
  const { period } = historyRoute.useLoaderData();
  return (
    <TrainedHistoryScreen workoutTypeId={workoutTypeId} period={period} course={MemberCourse} />
  );
}

function MemberCourse({ history, load }: TrainedCourseProps) {
  const { workoutTypeId } = historyRoute.useParams();
  const { period } = historyRoute.useLoaderData();
  return (
    <HistoryColumns
      workoutTypeId={workoutTypeId}
      history={history}
      load={load}
      period={period}
      periodTabs={<PeriodTabs link={MemberPeriodLink} />}
      workoutLink={TrainedWorkoutLink}
      links={<TrainedHistoryLinks workoutTypeId={workoutTypeId} count={history.workoutCount} />}
    />
  );
}

function MemberPeriodLink({ period, ...link }: PeriodLinkProps) {
  const params = historyRoute.useParams();
  return (
    <Link
      to="/trainer/members/$memberId/training-history/$workoutTypeId"
      params={params}
      search={{ period }}
      {...link}
    />
  );
}
