import { gymHoursQuery, gymQuery, plansQuery } from '#entities/gyms/gyms.queries.ts';
import { hasMembershipFor } from '#entities/memberships/membership-rights.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { DoorPanel } from '#features/booking/door/door-view.tsx';
import { doorQuery } from '#features/booking/door/use-door.ts';
import { CrowdCard } from '#features/gyms/crowd-card.tsx';
import {
  GymContact,
  GymPlace,
  LegalNoticeLink,
  ReservationRules,
} from '#features/gyms/gym-facts.tsx';
import { GymPlans } from '#features/gyms/gym-plans.tsx';
import classes from '#features/gyms/gyms.module.css';
import { crowdQuery } from '#features/gyms/gyms.queries.ts';
import { OpeningNow, WeekHours } from '#features/gyms/opening-hours.tsx';
import { HealthCheckLink } from '#features/memberships/health-check-card.tsx';
import { isApiError } from '#lib/errors.ts';
import { idParam } from '#lib/route-params.ts';
import { Page } from '#ui/page.tsx';
import { PrimaryButton, primaryButtonLink } from '#ui/buttons.tsx';
import { Stack } from '#ui/layout.tsx';

export const Route = createFileRoute('/gyms/$gymId/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'ジム',
    parent: ['/reservations', '/settings', '/', '/reservations/$reservationId'],
  },
  params: idParam('gymId'),
  // Each request about a door is logged, so hovering over the link must not send one.
  preload: false,
  loader: ({ context: { queryClient }, params: { gymId } }) => loadGym(queryClient, gymId),
  component: GymPage,
});

async function loadGym(queryClient: QueryClient, gymId: number): Promise<void> {
  // The error page reports the failure.
  const errorShownByPage = { meta: { errorShownByPage: true } };
  try {
    await Promise.all([
      queryClient.query({ ...gymQuery(gymId), ...errorShownByPage }),
      queryClient.query({ ...gymHoursQuery(gymId), ...errorShownByPage }),
      queryClient.query({ ...plansQuery(gymId), ...errorShownByPage }),
      // These parts report their own failures. The rest of the page is shown.
      queryClient.query(myMembershipsQuery).catch(() => {}),
      queryClient.query(crowdQuery(gymId)).catch(() => {}),
      queryClient.query(doorQuery(gymId)).catch(() => {}),
    ]);
  } catch (error) {
    // The API answers 400 for a number that cannot be the id of a gym.
    throw isApiError(error, 404) || isApiError(error, 400) ? notFound() : error;
  }
}

/** Shows a gym. The parts that a member needs at the door come first. */
function GymPage() {
  const { gymId } = Route.useParams();
  const { data: gym } = useSuspenseQuery(gymQuery(gymId));
  const { data: hours } = useSuspenseQuery(gymHoursQuery(gymId));
  const { data: plans } = useSuspenseQuery(plansQuery(gymId));
  return (
    <Page title={gym.name} above="ジム" wide action={<NextStep gymId={gymId} />}>
      <Stack gap={8}>
        <OpeningNow gymId={gymId} />
        <GymPlace gym={gym} />
      </Stack>
      <Stack from={768} gap={24} align="start" className={classes.columns}>
        <Stack gap={24} align="start">
          {/* The key resets the panel for another gym. */}
          <DoorPanel key={gymId} gymId={gymId} />
          <CrowdCard gymId={gymId} />
          <div id={plansId} className={classes.plans} tabIndex={-1}>
            <GymPlans gym={gym} plans={plans} />
          </div>
        </Stack>
        <Stack gap={24} align="start">
          <WeekHours hours={hours} />
          <ReservationRules gym={gym} />
          {gym.healthCheck ? (
            <HealthCheckLink
              gymId={gymId}
              heading="健康チェック"
              text="安全なトレーニングのために"
            />
          ) : null}
          <GymContact gym={gym} />
          <LegalNoticeLink gymId={gymId} />
        </Stack>
      </Stack>
    </Page>
  );
}

const plansId = 'plans';

/** Scrolls to the plans on this page, each of which has its own link. */
function showPlans(): void {
  const plans = document.getElementById(plansId);
  plans?.scrollIntoView();
  plans?.focus({ preventScroll: true });
}

/** Shows the next step. A member without a membership here needs a plan before a reservation. */
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
