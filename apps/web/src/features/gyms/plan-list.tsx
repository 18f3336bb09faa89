import type { SubscriptionPlan } from '@tanren/contract/gyms';
import { formatYen } from '#lib/yen.ts';
import { Amount } from '#ui/amount.tsx';
import { Card } from '#ui/card.tsx';
import classes from './plan-list.module.css';

const perWords: Record<SubscriptionPlan['per'], string> = { month: '月', visit: '回' };

export function PlanList({ plans }: { readonly plans: readonly SubscriptionPlan[] }) {
  return (
    <Card heading="料金プラン">
      {plans.length === 0 ? (
        <p className={classes.none}>料金は店頭でご案内しています。</p>
      ) : (
        <ul className={classes.plans}>
          {plans.map((plan) => (
            <li key={plan.id} className={classes.plan}>
              <span className={classes.name}>{plan.name}</span>
              <span className={classes.price}>
                <Amount value={formatYen(plan.price)} unit={`/${perWords[plan.per]}（税込）`} />
                <span className={classes.tax}>うち消費税{formatYen(plan.tax)}</span>
              </span>
              {plan.description === '' ? null : (
                <span className={classes.description}>{plan.description}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
