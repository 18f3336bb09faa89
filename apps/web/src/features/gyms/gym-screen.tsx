import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { gymHoursQuery, gymQuery } from '#entities/gyms/gyms.queries.ts';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/primary-button.tsx';
import { CrowdCard } from './crowd-card.tsx';
import { GymPlace, PlanList, ReservationRules } from './gym-facts.tsx';
import { plansQuery } from './gyms.queries.ts';
import { OpeningNow, WeekHours } from './opening-hours.tsx';
import classes from './gyms.module.css';

const route = getRouteApi('/gyms/$gymId');

/** What stands at the door comes first. */
export function GymScreen({ door }: { readonly door: ReactNode }) {
  const { gymId } = route.useParams();
  const { data: gym } = useSuspenseQuery(gymQuery(gymId));
  const { data: hours } = useSuspenseQuery(gymHoursQuery(gymId));
  const { data: plans } = useSuspenseQuery(plansQuery(gymId));
  return (
    <Page
      title={gym.name}
      above="ジム"
      action={
        <div className={classes.reserve}>
          <Link to="/reservations" search={{ gym: gymId }} className={primaryButtonLink}>
            予約する
          </Link>
        </div>
      }
    >
      <OpeningNow gymId={gymId} />
      <div className={classes.columns}>
        <div className={classes.column}>
          {door}
          <CrowdCard gymId={gymId} />
          <PlanList plans={plans} />
        </div>
        <div className={classes.column}>
          <WeekHours hours={hours} />
          <ReservationRules gym={gym} />
          <GymPlace {...gym} />
        </div>
      </div>
    </Page>
  );
}
