import type { Membership } from '@tanren/contract/memberships/memberships';
import { describeComing, nameMonthCount } from '#entities/memberships/contract-words.ts';
import { findShownTerm, listComing } from '#entities/memberships/membership-rights.ts';
import { membershipStateNames } from '#entities/memberships/membership-words.ts';
import { PlanWords } from '#entities/memberships/plan-list.tsx';
import { Amount } from '#ui/charts/amount.tsx';
import { Box, Note, Row, Stack, Text } from '#ui/layout.tsx';
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
  const { number, name, nameKana, gymName, state } = membership;
  const plan = findShownTerm(membership, today)?.plan;
  const coming = listComing(membership, today);
  return (
    <Stack as="section" card padding={16} aria-label={`${gymName}の会員契約`}>
      <Row as="header" gap={16} rowGap={4} align="center" justify="between" wrap>
        <Text as="h2" size={20} leading="snug">
          {gymName}
        </Text>
        <Text
          as="span"
          size={14}
          weight={500}
          leading={24}
          className={classes.state}
          data-state={state}
        >
          {membershipStateNames[state]}
        </Text>
      </Row>
      <Row as="p" gap={12} rowGap={0} align="baseline" wrap above={8}>
        <Note as="span">会員番号</Note>
        <Text as="span" size={28} weight={700} leading="tight" className={classes.number}>
          {number}
        </Text>
        <Note as="span">{nameKana ? `${name}（${nameKana}）` : name}</Note>
      </Row>
      {state === 'ended' ? null : <MonthVisits visits={membership.visits} />}
      {plan === undefined ? null : (
        <Box ruled padding="12 0 0" above={16}>
          <PlanWords plan={plan} />
        </Box>
      )}
      {coming.length === 0 ? null : (
        <Box ruled padding="12 0 0" above={16}>
          <Text as="h3" size={14}>
            これからの変更
          </Text>
          <Text as="ul" above={4} className={classes.bullets}>
            {coming.map((change) => (
              <li key={`${change.kind} ${change.day}`}>{describeComing(change)}</li>
            ))}
          </Text>
        </Box>
      )}
    </Stack>
  );
}

/** Shows the visits of this month, and of the next month once it has a reservation. */
function MonthVisits({ visits }: Pick<Membership, 'visits'>) {
  const shown = visits.filter(({ used }, at) => at === 0 || used > 0);
  return (
    <Stack as="ul" gap={12} ruled padding="12 0 0" above={12}>
      {shown.map(({ month, used, limit }) => (
        <Stack key={month} as="li">
          <Note as="span">{nameMonthCount(month)}</Note>
          {limit === null ? (
            <Amount value={String(used)} unit="回" size={28} />
          ) : (
            <>
              <Row as="span" gap={16} rowGap={0} align="baseline" justify="between" wrap>
                <Amount value={String(used)} unit={`/${limit}回`} size={28} />
                <Text as="strong" size={20}>
                  残り{Math.max(0, limit - used)}回
                </Text>
              </Row>
              <span className={classes.track} aria-hidden>
                <span
                  className={classes.used}
                  style={{ transform: `scaleX(${limit === 0 ? 1 : Math.min(1, used / limit)})` }}
                />
              </span>
            </>
          )}
        </Stack>
      ))}
    </Stack>
  );
}
