import type { SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import type { MembershipTerms } from '@tanren/domain/memberships/memberships';
import { listMonthsToPay, type MonthToPay } from '@tanren/domain/memberships/months-to-pay';
import { formatMonth } from '#entities/memberships/contract-words.ts';
import { formatYen } from '#lib/number-format.ts';
import { Note, Text } from '#ui/layout.tsx';
import classes from './memberships.module.css';

interface FeesUntilEndProps {
  /** Terms of the membership after its end was set. */
  readonly terms: MembershipTerms;
  readonly plans: readonly SubscriptionPlan[];
  readonly today: string;
}

/** Names the months that the gym charges until the end, with the price of each. */
export function FeesUntilEnd({ terms, plans, today }: FeesUntilEndProps) {
  const months = listMonthsToPay(terms, today);
  const last = months.at(-1);
  if (last === undefined) return <p>ご利用の開始前のため、月々の料金はかかりません。</p>;
  return (
    <>
      <p>{`ご請求は${formatMonth(last.month)}分までです。`}</p>
      <Text as="ul" className={classes.bullets}>
        {months.map((month) => (
          <li key={month.month}>{`${formatMonth(month.month)}分：${describeFee(month, plans)}`}</li>
        ))}
      </Text>
      <Note>すでにお支払いになった月も含みます。</Note>
    </>
  );
}

function describeFee({ planId, paused }: MonthToPay, plans: readonly SubscriptionPlan[]): string {
  const plan = plans.find(({ id }) => id === planId);
  if (plan === undefined || paused) return '休会中の料金は、ジムにご確認ください';
  const price = `${formatYen(plan.price)}（税込）`;
  return plan.per === 'visit' ? `ご利用1回ごとに${price}` : price;
}
