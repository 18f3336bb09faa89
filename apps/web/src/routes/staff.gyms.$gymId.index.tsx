import type { StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { legalNoticeQuery, staffGymQuery } from '#entities/gyms/gyms.queries.ts';
import { BasicSection } from '#features/gyms/staff/gym-form.tsx';
import { type GymTab, GymTabs } from '#features/gyms/staff/gym-tabs.tsx';
import { LegalNoticeSection } from '#features/gyms/staff/legal-notice-section.tsx';
import { PlansSection } from '#features/gyms/staff/plans-section.tsx';
import { SpecialDaysSection } from '#features/gyms/staff/special-days-section.tsx';
import classes from '#features/gyms/staff/staff-gyms.module.css';
import { WeekSection } from '#features/gyms/staff/week-section.tsx';
import { isApiError } from '#lib/errors.ts';
import { idParam, onlySearch } from '#lib/route-params.ts';
import { Stack } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';

const validateSearch = onlySearch(({ tab }): { readonly tab?: Exclude<GymTab, undefined> } =>
  tab === 'hours' || tab === 'plans' || tab === 'legal' ? { tab } : {},
);

export const Route = createFileRoute('/staff/gyms/$gymId/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '店舗の設定',
    parent: '/staff/gyms',
    group: 'staff',
  },
  params: idParam('gymId'),
  validateSearch,
  loader: async ({ context: { queryClient }, params: { gymId } }) => {
    try {
      const meta = { errorShownByPage: true };
      await Promise.all([
        queryClient.query({ ...staffGymQuery(gymId), meta }),
        queryClient.query({ ...legalNoticeQuery(gymId), meta }),
      ]);
    } catch (error) {
      throw isApiError(error, 404) || isApiError(error, 400) ? notFound() : error;
    }
  },
  component: StaffGymPage,
});

function StaffGymPage() {
  const { gymId } = Route.useParams();
  const { tab } = Route.useSearch();
  const { data: gym } = useSuspenseQuery(staffGymQuery(gymId));
  return (
    <Page title={gym.name} lead={`これからの予約：${gym.upcomingReservations}件`}>
      <GymTabs gymId={gymId} />
      <TabContent key={gymId} gym={gym} tab={tab} />
    </Page>
  );
}

function TabContent({ gym, tab }: { readonly gym: StaffGym; readonly tab: GymTab }) {
  switch (tab) {
    case undefined:
      return <BasicSection gym={gym} />;
    case 'hours':
      return (
        <Stack gap={16} align="start" className={classes.hoursColumns}>
          <WeekSection gym={gym} />
          <SpecialDaysSection gym={gym} />
        </Stack>
      );
    case 'plans':
      return <PlansSection gym={gym} />;
    case 'legal':
      return <LegalNoticeSection gymId={gym.id} />;
  }
}
