import { IconChevronRight } from '@tabler/icons-react';
import type { SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import { describePlanTimes, describePlanVisits } from '@tanren/domain/memberships/plan-words';
import { Link } from '@tanstack/react-router';
import { perWords } from '#entities/memberships/contract-words.ts';
import { formatYen } from '#lib/number-format.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { look, Note, Text } from '#ui/layout.tsx';
import { Unbroken } from '#ui/unbroken.tsx';
import classes from './plan-table.module.css';

interface PlanTableProps {
  readonly plans: readonly SubscriptionPlan[];
  readonly gymId: number;
  /** Whether the reader may apply, so that each row leads to its application. */
  readonly canApply: boolean;
  /** Path to return to after the application. */
  readonly next?: string | undefined;
}

/** Compares the plans that a gym offers: when each is valid, how often, and its price. */
export function PlanTable({ plans, gymId, canApply, next }: PlanTableProps) {
  const shown = plans.filter(({ offered }) => offered);
  if (shown.length === 0) {
    return (
      <Text quiet above={8}>
        プランは店頭でご案内しています。
      </Text>
    );
  }
  return (
    <>
      <table className={classes.table}>
        <caption className="visually-hidden">プランの比較</caption>
        <thead>
          <tr>
            <th scope="col">プラン</th>
            <th scope="col">使える時間・回数</th>
            <th scope="col">料金</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((plan) => (
            <tr key={plan.id} data-target={canApply || undefined}>
              <th scope="row">
                {canApply ? <ApplyName plan={plan} gymId={gymId} next={next} /> : plan.name}
                {plan.allGyms ? (
                  <Note as="span" block>
                    全ジム
                  </Note>
                ) : null}
              </th>
              <td>
                {/* The opening hours are known here, and the column is narrow. */}
                <Unbroken text={describePlanTimes(plan).replace(/^営業時間中/, '')} />
                <Note as="span" block>
                  {describePlanVisits(plan)}
                </Note>
              </td>
              <td>
                <Amount value={formatYen(plan.price)} unit={`/${perWords[plan.per]}`} size={16} />
                {canApply ? <IconChevronRight size={16} stroke={2} aria-hidden /> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Note above={8}>料金は税込です。</Note>
    </>
  );
}

type ApplyNameProps = Pick<PlanTableProps, 'gymId' | 'next'> & { readonly plan: SubscriptionPlan };

/** Shows the name as the link of its whole row. */
function ApplyName({ plan, gymId, next }: ApplyNameProps) {
  return (
    <Link
      to="/gyms/$gymId/join"
      params={{ gymId }}
      search={{ plan: plan.id, ...(next === undefined ? {} : { next }) }}
      className={look('bare', 'cover')}
      aria-label={`「${plan.name}」に申し込む`}
    >
      {plan.name}
    </Link>
  );
}
