import type { Gym, SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import type { MyMemberships } from '@tanren/contract/memberships/memberships';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { findOwnMembership, findShownTerm } from '#entities/memberships/membership-rights.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { PlanWords } from '#entities/memberships/plan-list.tsx';
import { serverNow } from '#lib/server-time.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { Box, look, Note, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { PlanTable } from './plan-table.tsx';

interface GymPlansProps {
  readonly gym: Gym;
  readonly plans: readonly SubscriptionPlan[];
}

/** Shows the plans of the gym for comparison. A member sees only the own plan. */
export function GymPlans({ gym, plans }: GymPlansProps) {
  const query = useQuery(myMembershipsQuery);
  const { data: mine } = query;
  const held = mine && findHeldPlan(mine, gym.id, toGymDay(new Date(serverNow())));
  const isAsked = mine?.requests.some((one) => one.kind === 'join' && one.gymId === gym.id);
  const canApply = mine !== undefined && isAsked !== true;
  if (held !== undefined) {
    return (
      <Card heading="利用中のプラン">
        <Box padding="12 0 0">
          <PlanWords plan={held.plan} />
        </Box>
        {held.isOwn ? null : (
          <Note above={8}>ほかのジムの会員契約で、このジムも利用できます。</Note>
        )}
        <ContractLink label="会員契約を確認・変更する" />
      </Card>
    );
  }
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
      <PlanTable plans={plans} gymId={gym.id} canApply={canApply} />
      <LoadAgainIfMissing what="会員契約" query={query} />
      {isAsked === true ? <ContractLink label="会員契約を確認する" /> : null}
    </Card>
  );
}

/** Returns the plan with which the member may use the gym, from the own contract with it first. */
function findHeldPlan(mine: MyMemberships, gymId: number, today: string) {
  const own = findOwnMembership(mine, gymId);
  const usable = own === undefined ? mine.memberships : [own];
  for (const membership of usable) {
    const plan = findShownTerm(membership, today)?.plan;
    const isOwn = membership === own;
    const isUsable = isOwn || (plan?.allGyms === true && membership.state !== 'ended');
    if (plan !== undefined && isUsable) return { plan, isOwn };
  }
  return undefined;
}

function ContractLink({ label }: { readonly label: string }) {
  return (
    <Link to="/settings/membership" className={look('tap', 'weight-500')}>
      {label}
    </Link>
  );
}
