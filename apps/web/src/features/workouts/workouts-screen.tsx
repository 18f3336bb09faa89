import { IconBarbell, IconDownload } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { usePageBusy } from '#lib/page-state.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { PlainButton, primaryButtonLink } from '#ui/buttons.tsx';
import { useWorkoutExport } from './use-workout-export.ts';
import { WorkoutDays } from './workout-days.tsx';
import { WorkoutFilter } from './workout-filter.tsx';
import { workoutsQuery } from './workouts.queries.ts';

const route = getRouteApi('/workouts/');

/** Of a card in the list on a phone, in px. */
const cardHeight = 104;

export function WorkoutsScreen() {
  const { workoutType } = route.useLoaderData();
  const query = useSuspenseInfiniteQuery(workoutsQuery(workoutType));
  const busy = usePageBusy();
  const workouts = query.data.pages.flatMap(({ items }) => items);
  return (
    <Page
      title="トレーニング履歴"
      action={workouts.length > 0 ? <ExportButton workoutType={workoutType} /> : undefined}
    >
      <WorkoutFilter chosen={workoutType} />
      {workouts.length === 0 ? (
        <NoWorkouts />
      ) : (
        <PagedList query={query} itemHeight={cardHeight} busy={busy}>
          <WorkoutDays workouts={workouts} />
        </PagedList>
      )}
    </Page>
  );
}

function ExportButton({ workoutType }: { readonly workoutType: number | null }) {
  const { busy, save } = useWorkoutExport(workoutType);
  return (
    <PlainButton aria-disabled={busy} onClick={save}>
      <IconDownload size={20} stroke={1.75} aria-hidden />
      {busy ? '保存中…' : 'CSV保存'}
    </PlainButton>
  );
}

function NoWorkouts() {
  return (
    <EmptyState
      Icon={IconBarbell}
      text="トレーニングの記録はまだありません。マシンと接続すると、1回ごとに自動で残ります。"
      action={
        <Link to="/tanren-link" className={primaryButtonLink}>
          マシンと接続する
        </Link>
      }
    />
  );
}
