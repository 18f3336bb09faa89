import type { Membership } from '@tanren/contract/memberships/memberships';
import { describeComing, nameMonthCount } from '#entities/memberships/contract-words.ts';
import { findShownTerm, listComing } from '#entities/memberships/membership-rights.ts';
import { membershipStateNames } from '#entities/memberships/membership-words.ts';
import { PlanWords } from '#entities/memberships/plan-list.tsx';
import { Amount } from '#ui/charts/amount.tsx';
import classes from './memberships.module.css';

interface MembershipCardProps {
  readonly membership: Membership;
  readonly today: string;
}

/**
 * Shows the membership as needed at the desk: the number first, then what the plan allows and what
 * will change.
 */
export function MembershipCard({ membership, today }: MembershipCardProps) {
  const { number, name, gymName, state } = membership;
  const plan = findShownTerm(membership, today)?.plan;
  const coming = listComing(membership, today);
  return (
    <section className={classes.card} aria-label={`${gymName}の会員契約`}>
      <header className={classes.cardHead}>
        <h2 className={classes.gym}>{gymName}</h2>
        <span className={classes.state} data-state={state}>
          {membershipStateNames[state]}
        </span>
      </header>
      <p className={classes.numberLine}>
        <span className={classes.quiet}>会員番号</span>
        <span className={classes.number}>{number}</span>
        <span className={classes.quiet}>{name}</span>
      </p>
      {state === 'ended' ? null : <MonthVisits visits={membership.visits} />}
      {plan === undefined ? null : (
        <div className={classes.plan}>
          <PlanWords plan={plan} />
        </div>
      )}
      {coming.length === 0 ? null : (
        <div className={classes.coming}>
          <h3 className={classes.subheading}>これからの変更</h3>
          <ul>
            {coming.map((change) => (
              <li key={`${change.kind} ${change.day}`}>{describeComing(change)}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Shows the visits of this month, and of the next month once it has a reservation. */
function MonthVisits({ visits }: Pick<Membership, 'visits'>) {
  const shown = visits.filter(({ used }, at) => at === 0 || used > 0);
  return (
    <ul className={classes.months}>
      {shown.map(({ month, used, limit }) => (
        <li key={month} className={classes.month}>
          <span className={classes.quiet}>{nameMonthCount(month)}</span>
          {limit === null ? (
            <Amount value={String(used)} unit="回" size={28} />
          ) : (
            <>
              <span className={classes.count}>
                <Amount value={String(used)} unit={`/${limit}回`} size={28} />
                <strong className={classes.left}>残り{Math.max(0, limit - used)}回</strong>
              </span>
              <span className={classes.track} aria-hidden>
                <span
                  className={classes.used}
                  style={{ transform: `scaleX(${limit === 0 ? 1 : Math.min(1, used / limit)})` }}
                />
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
