import { parseLongId } from '@tanren/domain/identity/route-paths';
import { IconChartLine, IconChevronRight, IconHistory, IconListCheck } from '@tabler/icons-react';
import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import {
  WhoseLink,
  NotShared,
  useMember,
  useShares,
} from '#features/trainers/trained-members/linked-member.tsx';
import classes from '#features/trainers/trained-members/trained-member.module.css';
import { openMember } from '#features/trainers/trained-members/trained-members.queries.ts';
import { trainedWorkoutQuery } from '#features/trainers/trained-members/trained-records.queries.ts';
import { WorkoutParts, WorkoutTime } from '#features/workouts/workout-parts.tsx';
import { formatGymDate } from '#lib/dates.ts';
import { GonePage } from '#lib/page-state.tsx';
import { idParam } from '#lib/route-params.ts';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/trainer/members/$memberId/workouts/$workoutId')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '会員のトレーニング',
    parent: [
      '/trainer/members/$memberId',
      '/trainer/members/$memberId/training-history/$workoutTypeId',
    ],
    group: 'trainer',
  },
  params: idParam('workoutId', parseLongId),
  preload: false,
  loader: async ({ context: { queryClient }, params: { memberId, workoutId } }) => {
    const member = await openMember(queryClient, memberId);
    if (!member?.scopes.includes('history')) return;
    // A trainer makes decisions based on this, so it is never taken from the cache.
    const workout = await queryClient.query({
      ...trainedWorkoutQuery(memberId, workoutId),
      staleTime: 0,
    });
    const stillShared = (await openMember(queryClient, memberId))?.scopes.includes('history');
    if (workout === null && stillShared) throw notFound();
  },
  // Data of an earlier visit may no longer be shared.
  gcTime: 0,
  component: TrainedWorkoutPage,
});

function TrainedWorkoutPage() {
  if (useShares('history')) return <TrainedWorkout />;
  return (
    <Page title="トレーニングの詳細" above={<WhoseLink view="history" />}>
      <NotShared />
    </Page>
  );
}

function TrainedWorkout() {
  const { workoutId } = Route.useParams();
  const { memberId } = useMember();
  const { data: workout } = useSuspenseQuery(trainedWorkoutQuery(memberId, workoutId));
  if (workout === null) return <GonePage />;
  return (
    <Page
      title={nameWorkoutType(workout.workoutTypeId)}
      above={<WhoseLink view="history" />}
      lead={<WorkoutTime workout={workout} />}
      picture={<MachineDrawing workoutTypeId={workout.workoutTypeId} size={72} ground="page" />}
    >
      <WorkoutParts workout={workout} links={<TrainedWorkoutLinks workout={workout} />} />
    </Page>
  );
}

const further = <IconChevronRight size={20} stroke={1.75} aria-hidden />;

/** Shows the links of a member's workout. */
function TrainedWorkoutLinks({ workout }: { readonly workout: WorkoutDetail }) {
  const { memberId } = useMember();
  const { workoutTypeId, previous, trainingSessionTitle: title } = workout;
  return (
    <MenuSection heading="あわせて見る">
      {previous === null ? null : (
        <li>
          <Link
            to="/trainer/members/$memberId/workouts/$workoutId"
            params={{ memberId, workoutId: previous.id }}
            className={menuRow}
          >
            <MenuRowContent
              Icon={IconHistory}
              label={`前回の記録（${formatGymDate(previous.gymDay)}）`}
              end={further}
            />
          </Link>
        </li>
      )}
      {title === null ? null : (
        // The owner of the menu is not known here, so there is no link.
        <li>
          <span className={`${menuRow} ${classes.still ?? ''}`}>
            <MenuRowContent Icon={IconListCheck} label={`メニュー「${title}」`} />
          </span>
        </li>
      )}
      {isWorkoutTypeId(workoutTypeId) ? (
        <li>
          <Link
            to="/trainer/members/$memberId/training-history/$workoutTypeId"
            params={{ memberId, workoutTypeId }}
            className={menuRow}
          >
            <MenuRowContent Icon={IconChartLine} label="これまでの推移" end={further} />
          </Link>
        </li>
      ) : null}
    </MenuSection>
  );
}
