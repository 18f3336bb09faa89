import type { MembershipEvent } from '@tanren/contract/memberships/memberships';
import type { StaffMembership } from '@tanren/contract/memberships/staff-memberships';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { Link } from '@tanstack/react-router';
import { nameMonthCount, perWords } from '#entities/memberships/contract-words.ts';
import { findShownTerm } from '#entities/memberships/membership-rights.ts';
import {
  describeDays,
  describeEvent,
  membershipStateNames,
  nameEvent,
  summarizePlan,
} from '#entities/memberships/membership-words.ts';
import { formatGymDate, formatMoment, gymDateOf } from '#lib/dates.ts';
import { formatYen } from '#lib/number-format.ts';
import { serverNow } from '#lib/server-time.ts';
import { Badge } from '#ui/badge.tsx';
import { Box, Note, Row, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { FactList } from '#ui/lists/data-table.tsx';
import classes from './staff-memberships.module.css';

interface MembershipProps {
  readonly membership: StaffMembership;
}

/** Shows who the member is and what today's plan allows. */
export function MembershipFacts({ membership }: MembershipProps) {
  const { number, state, visits, joinedAt, member, nickname } = membership;
  const plan = findShownTerm(membership, toGymDay(new Date(serverNow())))?.plan;
  return (
    <Card heading="契約">
      <FactList
        facts={[
          { name: '会員番号', value: number },
          { name: '状態', value: membershipStateNames[state] },
          {
            name: '契約者のアカウント',
            value:
              member === null ? (
                '契約者のアカウントなし'
              ) : (
                <Link to="/staff/members/$member" params={{ member }} preload={false}>
                  {nickname === null || nickname === '' ? 'プロフィール未登録' : nickname}
                </Link>
              ),
          },
          ...(plan === undefined
            ? []
            : [
                { name: 'プラン', value: plan.name },
                {
                  name: '料金（税込）',
                  value: `${formatYen(plan.price)}/${perWords[plan.per]}`,
                },
                { name: '利用できる日時・回数', value: summarizePlan(plan) },
              ]),
          ...visits.map(({ month, used, limit }) => ({
            name: nameMonthCount(month),
            value: limit === null ? `${used}回` : `${used}/${limit}回`,
          })),
          { name: '入会日', value: formatGymDate(gymDateOf(joinedAt)) },
        ]}
      />
    </Card>
  );
}

/** Lists the terms in order. Each is a range of days with one plan. */
export function MembershipTerms({ membership: { terms } }: MembershipProps) {
  const today = toGymDay(new Date(serverNow()));
  return (
    <Card heading="期間">
      {terms.length === 0 ? (
        <Text quiet above={8}>
          利用できる期間はありません。
        </Text>
      ) : (
        <Box as="ol" divided above={4}>
          {terms.map((term) => {
            const isNow = term.fromDay <= today && (term.lastDay === null || today <= term.lastDay);
            return (
              <Row
                key={term.fromDay}
                as="li"
                gap={12}
                rowGap={0}
                align="center"
                wrap
                className={classes.term}
                aria-current={isNow || undefined}
              >
                <Text as="span" weight={500}>
                  {describeDays(term)}
                </Text>
                <Note as="span">{term.plan.name}</Note>
                {term.paused ? <Badge>休会</Badge> : null}
              </Row>
            );
          })}
        </Box>
      )}
    </Card>
  );
}

const doers = {
  member: '会員',
  staff: 'スタッフ',
  system: '自動',
  guardian: '保護者',
} as const satisfies Record<MembershipEvent['by'], string>;

/** Lists every change with its author and reason, newest first. */
export function MembershipHistory({ events }: { readonly events: readonly MembershipEvent[] }) {
  return (
    <Card heading="履歴">
      <Box as="ol" divided above={4}>
        {events.map((event) => {
          const about = describeEvent(event);
          return (
            <li key={event.eventId} className={classes.event}>
              <Row as="p" gap={12} rowGap={0} align="baseline" justify="between" wrap>
                <Text as="span" weight={700}>
                  {nameEvent(event)}
                </Text>
                <Note as="span">
                  {formatMoment(event.at)}・{doers[event.by]}
                </Note>
              </Row>
              {about === '' ? null : <Text lines>{about}</Text>}
              {event.reason === '' ? null : <Note lines>{event.reason}</Note>}
            </li>
          );
        })}
      </Box>
    </Card>
  );
}
