import { gymHoursQuery, gymQuery, plansQuery } from '#entities/gyms/gyms.queries.ts';
import { hasMembershipFor } from '#entities/memberships/membership-rights.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { DoorPanel } from '#features/door/door-view.tsx';
import { doorQuery } from '#features/door/use-door.ts';
import { CrowdCard } from '#features/gyms/crowd-card.tsx';
import { GymContact, ReservationRules } from '#features/gyms/gym-facts.tsx';
import { GymPlans } from '#features/gyms/gym-plans.tsx';
import classes from '#features/gyms/gyms.module.css';
import { crowdQuery } from '#features/gyms/gyms.queries.ts';
import { OpeningNow, WeekHours } from '#features/gyms/opening-hours.tsx';
import { isApiError } from '#lib/errors.ts';
import { idParam } from '#lib/route-params.ts';
import { Page } from '#ui/page.tsx';
import { PrimaryButton, primaryButtonLink } from '#ui/buttons.tsx';

export const Route = createFileRoute('/gyms/$gymId/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'ジム',
    parent: ['/reservations', '/settings', '/', '/reservations/$reservationId'],
  },
  params: idParam('gymId'),
  // Each question to a door is written down: not for a finger that only passes over the link.
  preload: false,
  loader: ({ context: { queryClient }, params: { gymId } }) => loadGym(queryClient, gymId),
  component: GymPage,
});

async function loadGym(queryClient: QueryClient, gymId: number): Promise<void> {
  // The page that stands in for this one tells what failed.
  const errorShownByPage = { meta: { errorShownByPage: true } };
  try {
    await Promise.all([
      queryClient.query({ ...gymQuery(gymId), ...errorShownByPage }),
      queryClient.query({ ...gymHoursQuery(gymId), ...errorShownByPage }),
      queryClient.query({ ...plansQuery(gymId), ...errorShownByPage }),
      // These tell for themselves that they cannot be asked: the rest of the page is shown.
      queryClient.query(myMembershipsQuery).catch(() => {}),
      queryClient.query(crowdQuery(gymId)).catch(() => {}),
      queryClient.query(doorQuery(gymId)).catch(() => {}),
    ]);
  } catch (error) {
    // The call refuses numbers that no gym can have.
    throw isApiError(error, 404) || isApiError(error, 400) ? notFound() : error;
  }
}

/** What stands at the door comes first. */
function GymPage() {
  const { gymId } = Route.useParams();
  const { data: gym } = useSuspenseQuery(gymQuery(gymId));
  const { data: hours } = useSuspenseQuery(gymHoursQuery(gymId));
  const { data: plans } = useSuspenseQuery(plansQuery(gymId));
  return (
    <Page title={gym.name} above="ジム" action={<NextStep gymId={gymId} />}>
      <OpeningNow gymId={gymId} />
      <div className={classes.columns}>
        <div className={classes.column}>
          {/* Another gym's door begins anew. */}
          <DoorPanel key={gymId} gymId={gymId} />
          <CrowdCard gymId={gymId} />
          <div id={plansId} className={classes.plans} tabIndex={-1}>
            <GymPlans gym={gym} plans={plans} />
          </div>
        </div>
        <div className={classes.column}>
          <WeekHours hours={hours} />
          <ReservationRules gym={gym} />
          <GymContact {...gym} />
        </div>
      </div>
    </Page>
  );
}

const plansId = 'plans';

/** They stand on this page already, each with its own way on. */
function showPlans(): void {
  const plans = document.getElementById(plansId);
  plans?.scrollIntoView();
  plans?.focus({ preventScroll: true });
}

/** Without a membership here, a plan comes before a reservation. */
function NextStep({ gymId }: { readonly gymId: number }) {
  const { data: mine } = useQuery(myMembershipsQuery);
  const isNew = mine !== undefined && !hasMembershipFor(mine, gymId);
  const isAsked = mine?.requests.some((one) => one.kind === 'join' && one.gymId === gymId) ?? false;
  return (
    <div className={classes.reserve}>
      {isNew && !isAsked ? (
        <PrimaryButton onClick={showPlans}>プランを選ぶ</PrimaryButton>
      ) : (
        <Link to="/reservations" search={{ gym: gymId }} className={primaryButtonLink}>
          予約する
        </Link>
      )}
    </div>
  );
}
