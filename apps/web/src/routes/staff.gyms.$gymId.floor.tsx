import { IconBarbell } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { GymTabs } from '#features/gyms/staff/gym-tabs.tsx';
import { FloorEditor } from '#features/machines/staff/floor-editor.tsx';
import { staffFloorQuery } from '#features/machines/staff/staff-machines.queries.ts';
import { isApiError } from '#lib/errors.ts';
import { idParam } from '#lib/route-params.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/staff/gyms/$gymId/floor')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'フロアの配置',
    parent: '/staff/gyms',
    group: 'staff',
  },
  params: idParam('gymId'),
  loader: async ({ context: { queryClient }, params: { gymId } }) => {
    try {
      await queryClient.query(staffFloorQuery(gymId));
    } catch (error) {
      throw isApiError(error, 404) || isApiError(error, 400) ? notFound() : error;
    }
  },
  component: StaffFloorPage,
});

function StaffFloorPage() {
  const { gymId } = Route.useParams();
  const { data: floor } = useSuspenseQuery(staffFloorQuery(gymId));
  return (
    <Page title={floor.gymName} lead="会員の「フロア」に、この配置で表示されます。">
      <GymTabs gymId={gymId} />
      {floor.machines.length === 0 ? (
        <EmptyState
          Icon={IconBarbell}
          text="この店舗には、まだマシンがありません。"
          action={
            <Link to="/staff/machines/new" className={primaryButtonLink} data-variant="default">
              マシンを追加する
            </Link>
          }
        />
      ) : (
        <FloorEditor key={gymId} floor={floor} />
      )}
    </Page>
  );
}
