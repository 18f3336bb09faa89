import type { StaffGym } from '@tanren/contract/staff-gyms';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { backLink, BackWords } from '#ui/back-link.tsx';
import { Page } from '#ui/page.tsx';
import { segment, Segments } from '#ui/segments.tsx';
import { BasicSection } from './gym-form.tsx';
import { type GymTab, gymTabs, readGymSearch } from './gym-tabs.ts';
import { PlansSection } from './plans-section.tsx';
import { SpecialDaysSection } from './special-days-section.tsx';
import { staffGymQuery } from './use-gym-editor.ts';
import { WeekSection } from './week-section.tsx';
import classes from './staff-gyms.module.css';

const route = getRouteApi('/staff/gyms/$gymId');

export function StaffGymScreen() {
  const { gymId } = route.useParams();
  const { tab } = readGymSearch({ ...route.useSearch() });
  const { data: gym } = useSuspenseQuery(staffGymQuery(gymId));
  return (
    <Page
      title={gym.name}
      above={
        <Link to="/staff/gyms" className={backLink}>
          <BackWords>店舗</BackWords>
        </Link>
      }
      lead={`これからの予約：${gym.upcomingReservations}件`}
    >
      <Segments label="店舗の設定">
        {gymTabs.map(({ id, label }) => (
          <Link
            key={label}
            to="/staff/gyms/$gymId"
            params={{ gymId }}
            search={id === undefined ? {} : { tab: id }}
            className={segment}
            activeOptions={{ exact: true }}
            replace
          >
            {label}
          </Link>
        ))}
      </Segments>
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
        <div className={classes.staffGymScreenColumns}>
          <WeekSection gym={gym} />
          <SpecialDaysSection gym={gym} />
        </div>
      );
    case 'plans':
      return <PlansSection gym={gym} />;
  }
}
