import { parseLongId } from '@tanren/domain/identity/route-paths';
import {
  IconCalendarCheck,
  IconChartLine,
  IconChevronRight,
  IconHistory,
  IconListCheck,
  IconTrophy,
} from '@tabler/icons-react';
import type { Workout, WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RecordHistory } from '#entities/workouts/record-history.tsx';
import { workoutRecordQuery } from '#entities/workouts/workout-records.queries.ts';
import { NextLoadChance } from '#entities/workouts/next-load-chance.tsx';
import { explainNextLoad } from '#entities/workouts/next-load-text.ts';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import {
  nameWorkoutType,
  workoutLoadsQuery,
  workoutQuery,
} from '#entities/workouts/workouts.queries.ts';
import {
  RecordActions,
  RejectedCorrection,
  RejectedRecord,
} from '#features/workouts/records/record-actions.tsx';
import { WorkoutParts, WorkoutTime } from '#features/workouts/workout-parts.tsx';
import classes from '#features/workouts/workout.module.css';
import { formatGymDate } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { GonePage } from '#lib/page-state.tsx';
import { waitBriefly } from '#lib/query-client.ts';
import { idParam } from '#lib/route-params.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { LoadAgainIfMissing, Skeleton } from '#ui/feedback/loading.tsx';
import { Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/workouts/$workoutId/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'トレーニングの詳細',
    parent: [
      '/workouts',
      '/visits/$date',
      '/',
      '/training-history/$workoutTypeId',
      '/tanren-link',
      '/rejected-workouts',
    ],
  },
  params: idParam('workoutId', parseLongId),
  loader: async ({ context: { queryClient }, params: { workoutId } }) => {
    const record = queryClient.query(workoutRecordQuery(workoutId));
    const [workout] = await Promise.all([
      queryClient.query(workoutQuery(workoutId)),
      // The page works without these, but loading them later would push down the rest.
      waitBriefly(queryClient.query(workoutLoadsQuery)),
      waitBriefly(record),
    ]);
    // A rejected record is not a workout, but it can be restored.
    if (workout === null && (await record) === null) throw notFound();
  },
  component: WorkoutPage,
});

function WorkoutPage() {
  const { workoutId } = Route.useParams();
  const { data: workout } = useSuspenseQuery(workoutQuery(workoutId));
  const { data: record } = useQuery(workoutRecordQuery(workoutId));
  const rejection = record?.rejection ?? null;
  if (record && rejection !== null) {
    return (
      <RecordPage workout={record.workout}>
        <RejectedRecord record={{ ...record, rejection }} />
      </RecordPage>
    );
  }
  if (workout === null) {
    // Either the record was restored elsewhere at this moment and is being loaded, or it does not
    // exist.
    if (!record) return <GonePage />;
    return (
      <RecordPage workout={record.workout}>
        <Skeleton height={320} />
      </RecordPage>
    );
  }
  const pending = record?.correction?.state === 'pending' ? record.correction : null;
  return (
    <RecordPage workout={workout}>
      {record ? <RejectedCorrection record={record} /> : null}
      <WorkoutParts
        workout={workout}
        correctedSets={pending?.after}
        next={<NextLoad workout={workout} />}
        links={
          <>
            <WorkoutLinks workout={workout} />
            <RecordParts workoutId={workoutId} />
          </>
        }
      />
    </RecordPage>
  );
}

interface RecordPageProps {
  readonly workout: Workout;
  readonly children: ReactNode;
}

function RecordPage({ workout, children }: RecordPageProps) {
  return (
    <Page
      title={nameWorkoutType(workout.workoutTypeId)}
      lead={<WorkoutTime workout={workout} />}
      picture={<MachineDrawing workoutTypeId={workout.workoutTypeId} size={72} ground="page" />}
      wide
    >
      {children}
    </Page>
  );
}

/** Shows the possible corrections of a record and its history. */
function RecordParts({ workoutId }: { readonly workoutId: number }) {
  const query = useQuery(workoutRecordQuery(workoutId));
  const { data: record } = query;
  if (!record) return <LoadAgainIfMissing what="記録の履歴" query={query} />;
  return (
    <>
      <RecordActions record={record} />
      <RecordHistory events={record.events} />
    </>
  );
}

/** Shows the load for the next workout and its reason. */
function NextLoad({ workout }: { readonly workout: WorkoutDetail }) {
  const query = useQuery(workoutLoadsQuery);
  const load = query.data?.find((one) => one.workoutTypeId === workout.workoutTypeId);
  if (load === undefined) return <LoadAgainIfMissing what="次回の重量" query={query} />;
  const isThis = Date.parse(load.lastWorkoutAt) === Date.parse(workout.startedAt);
  return (
    <Card heading="次回の重量">
      <Amount value={formatKg(load.nextLoad)} unit="kg" size={28} />
      <NextLoadChance load={load} />
      <Text size={14} above={4}>
        {explainNextLoad({ ...load, isThis })}
      </Text>
    </Card>
  );
}

const further = <IconChevronRight size={20} stroke={1.75} aria-hidden />;

/** Shows the links of a workout. */
function WorkoutLinks({ workout }: { readonly workout: WorkoutDetail }) {
  const { workoutTypeId, previous } = workout;
  return (
    <MenuSection heading="あわせて見る">
      {previous === null ? null : (
        <li>
          <Link to="/workouts/$workoutId" params={{ workoutId: previous.id }} className={menuRow}>
            <MenuRowContent
              Icon={IconHistory}
              label={`前回の記録 ${formatGymDate(previous.gymDay)}`}
              end={further}
            />
          </Link>
        </li>
      )}
      <li>
        <Link to="/visits/$date" params={{ date: workout.gymDay }} className={menuRow}>
          <MenuRowContent Icon={IconCalendarCheck} label="この日のトレーニング" end={further} />
        </Link>
      </li>
      <SessionRow workout={workout} />
      {isWorkoutTypeId(workoutTypeId) ? (
        <>
          <li>
            <Link
              to="/training-history/$workoutTypeId"
              params={{ workoutTypeId }}
              className={menuRow}
            >
              <MenuRowContent Icon={IconChartLine} label="これまでの推移" end={further} />
            </Link>
          </li>
          <li>
            <Link
              to="/workout-ranking/$workoutType/$rankingType"
              params={{ workoutType: workoutTypeId, rankingType: 'max' }}
              className={menuRow}
            >
              <MenuRowContent Icon={IconTrophy} label="ランキング" end={further} />
            </Link>
          </li>
        </>
      ) : null}
    </MenuSection>
  );
}

type OfMenu = Pick<WorkoutDetail, 'trainingSessionId' | 'trainingSessionTitle'>;

/** Shows the menu with the title it had then. A deleted menu has no link. */
function SessionRow({ workout }: { readonly workout: OfMenu }) {
  const { trainingSessionId, trainingSessionTitle: title } = workout;
  if (title === null) return null;
  if (trainingSessionId === null) {
    return (
      <li>
        <span className={`${menuRow} ${classes.gone ?? ''}`}>
          <MenuRowContent Icon={IconListCheck} label={`メニュー「${title}」（削除済み）`} />
        </span>
      </li>
    );
  }
  return (
    <li>
      <Link
        to="/training-sessions/$trainingSessionId"
        params={{ trainingSessionId }}
        className={menuRow}
      >
        <MenuRowContent Icon={IconListCheck} label={`メニュー「${title}」`} end={further} />
      </Link>
    </li>
  );
}
