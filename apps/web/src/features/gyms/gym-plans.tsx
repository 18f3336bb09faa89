import type { Gym, SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { findOwnMembership, findShownTerm } from '#entities/memberships/membership-rights.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { ApplyLink, PlanList } from '#entities/memberships/plan-list.tsx';
import { serverNow } from '#lib/server-time.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { look, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';

interface GymPlansProps {
  readonly gym: Gym;
  readonly plans: readonly SubscriptionPlan[];
}

/** Shows the plans of the gym. A visitor can apply, and a member sees their own plan. */
export function GymPlans({ gym, plans }: GymPlansProps) {
  const query = useQuery(myMembershipsQuery);
  const { data: mine } = query;
  const own = mine && findOwnMembership(mine, gym.id);
  const isAsked = mine?.requests.some((one) => one.kind === 'join' && one.gymId === gym.id);
  const canApply = mine !== undefined && own === undefined && isAsked !== true;
  const current = own && findShownTerm(own, toGymDay(new Date(serverNow())));
  return (
    <Card heading="料金プラン">
      {isAsked === true ? (
        <Text quiet above={8}>
          ジムでお申し込みを確認しています。
        </Text>
      ) : null}
      {canApply && plans.some(({ offered }) => offered) ? (
        <Text quiet above={8}>
          {gym.joining === 'open'
            ? '申し込むと、すぐに利用できます。'
            : 'お申し込みのあと、ジムで確認します。'}
        </Text>
      ) : null}
      <PlanList
        plans={plans}
        renderAction={canApply ? (plan) => <ApplyLink plan={plan} gymId={gym.id} /> : undefined}
        currentId={current?.plan.id}
      />
      <LoadAgainIfMissing what="会員契約" query={query} />
      {own !== undefined || isAsked === true ? (
        <Link to="/settings/membership" className={look('tap', 'weight-500')}>
          会員契約を確認する
        </Link>
      ) : null}
    </Card>
  );
}
