import { IconCircleCheck } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { readWorkGymSearch } from '#entities/gyms/work-gym-search.ts';
import { CorrectionCard } from '#features/workouts/staff/correction-card.tsx';
import classes from '#features/workouts/staff/staff-workout-corrections.module.css';
import { staffCorrectionsQuery } from '#features/workouts/staff/staff-workout-corrections.queries.ts';
import { usePageBusy } from '#lib/page-state.tsx';
import { onlySearch } from '#lib/route-params.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { NativeSelect } from '#ui/forms/select-fields.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { TableList } from '#ui/lists/table-list.tsx';
import { Page } from '#ui/page.tsx';

const validateSearch = onlySearch(readWorkGymSearch);

export const Route = createFileRoute('/staff/workout-corrections')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '記録の訂正',
    parent: '/staff',
    group: 'staff',
  },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const gyms = await queryClient.query(gymsQuery);
    const gymId = gyms.find(({ id }) => id === deps.gym)?.id ?? null;
    await queryClient.infiniteQuery(staffCorrectionsQuery(gymId));
    return { gymId };
  },
  component: WorkoutCorrectionsPage,
});

/** Height of a card on a tablet, in px. */
const cardHeight = 360;

/** Lists the corrections of members that staff have not reviewed yet. */
function WorkoutCorrectionsPage() {
  const { gymId } = Route.useLoaderData();
  const query = useSuspenseInfiniteQuery(staffCorrectionsQuery(gymId));
  const busy = usePageBusy();
  const corrections = query.data.pages.flatMap(({ items }) => items);
  return (
    <Page title="記録の訂正" lead="会員が訂正した記録です。承認するまで、元の記録が使われます。">
      <GymFilter gymId={gymId} />
      {corrections.length === 0 ? (
        <Nothing gymId={gymId} />
      ) : (
        <PagedList query={query} itemHeight={cardHeight} busy={busy}>
          <TableList
            columns="minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.6fr) 144px"
            names={['会員', '理由', '元の記録と訂正後', '対応']}
          >
            {corrections.map((correction) => (
              <li key={correction.id}>
                <CorrectionCard correction={correction} />
              </li>
            ))}
          </TableList>
        </PagedList>
      )}
    </Page>
  );
}

interface GymFilterProps {
  /** `null` for all gyms. */
  readonly gymId: number | null;
}

function Nothing({ gymId }: GymFilterProps) {
  return gymId === null ? (
    <EmptyState
      Icon={IconCircleCheck}
      text="確認を待っている訂正はありません。"
      action={
        <Link to="/staff/audit-log" className={primaryButtonLink} data-variant="default">
          操作履歴を見る
        </Link>
      }
    />
  ) : (
    <EmptyState
      Icon={IconCircleCheck}
      text="この店舗で確認を待っている訂正はありません。"
      action={
        <Link
          to="/staff/workout-corrections"
          search={{}}
          className={primaryButtonLink}
          data-variant="default"
        >
          すべての店舗を見る
        </Link>
      }
    />
  );
}

/**
 * Filters by gym, because staff review the members of their own gym. With one gym there is no
 * choice.
 */
function GymFilter({ gymId }: GymFilterProps) {
  const { data: gyms } = useSuspenseQuery(gymsQuery);
  const navigate = Route.useNavigate();
  if (gyms.length < 2) return null;
  return (
    <div className={classes.gym}>
      <NativeSelect<number | null>
        aria-label="店舗"
        value={gymId}
        choices={[
          { id: null, label: 'すべての店舗' },
          ...gyms.map(({ id, name }) => ({ id, label: name })),
        ]}
        quiet
        onChoose={(gym) => void navigate({ search: gym === null ? {} : { gym }, replace: true })}
      />
    </div>
  );
}
