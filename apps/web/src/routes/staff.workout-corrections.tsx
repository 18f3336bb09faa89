import { IconCircleCheck } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { CorrectionCard } from '#features/staff-workout-corrections/correction-card.tsx';
import { staffCorrectionsQuery } from '#features/staff-workout-corrections/staff-workout-corrections.queries.ts';
import { usePageBusy } from '#lib/page-state.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { TableList } from '#ui/lists/table-list.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/staff/workout-corrections')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '記録の訂正',
    parent: '/staff',
    group: 'staff',
  },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.infiniteQuery(staffCorrectionsQuery);
  },
  component: WorkoutCorrectionsPage,
});

/** Of a card on a tablet, in px. */
const cardHeight = 360;

/** What members corrected and staff have still to look at. */
function WorkoutCorrectionsPage() {
  const query = useSuspenseInfiniteQuery(staffCorrectionsQuery);
  const busy = usePageBusy();
  const corrections = query.data.pages.flatMap(({ items }) => items);
  return (
    <Page
      title="記録の訂正"
      lead="会員が訂正した記録です。承認するまで、ランキングには載りません。"
    >
      {corrections.length === 0 ? (
        <EmptyState Icon={IconCircleCheck} text="確認を待っている訂正はありません。" />
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
