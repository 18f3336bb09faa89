import { IconInfoCircle } from '@tabler/icons-react';
import type { ChargedMonth, MyDues as MyDuesAnswer } from '@tanren/contract/memberships/dues';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useQuery } from '@tanstack/react-query';
import { formatMonth } from '#entities/memberships/contract-words.ts';
import { isApiError } from '#lib/errors.ts';
import { formatYen } from '#lib/number-format.ts';
import { serverNow } from '#lib/server-time.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { List, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { myDuesQuery } from './memberships.queries.ts';

/** Shows the dues of each membership by month. A member without dues sees nothing of it. */
export function MyDues() {
  const query = useQuery(myDuesQuery);
  const charged = (query.data?.memberships ?? []).filter(({ months }) => months.length > 0);
  // A server of the previous release does not know the call.
  if (charged.length === 0 && (query.data !== undefined || isApiError(query.error, 404))) {
    return null;
  }
  return (
    <Stack as="section" gap={12} aria-labelledby="my-dues">
      <SectionHeading id="my-dues">会費</SectionHeading>
      <LoadAgainIfMissing what="会費" query={query} />
      {charged.map((membership) => (
        <DuesOfMembership
          key={membership.membershipId}
          membership={membership}
          isOnly={charged.length === 1}
        />
      ))}
    </Stack>
  );
}

/** Number of months that are shown at once. */
const maxRecent = 3;

interface DuesOfMembershipProps {
  readonly membership: MyDuesAnswer['memberships'][number];
  /** Whether the gym is clear, because there is no other contract with dues. */
  readonly isOnly: boolean;
}

function DuesOfMembership({ membership: { gymName, months }, isOnly }: DuesOfMembershipProps) {
  const older = months.slice(maxRecent);
  return (
    <Stack gap={8}>
      {isOnly ? null : <Text weight={700}>{gymName}</Text>}
      {months
        .filter(({ overdue }) => overdue)
        .map((one) => (
          <Notice key={one.month} Icon={IconInfoCircle}>
            {nameMonth(one.month)} {formatYen(one.balance)}
            ：お支払いを確認できていません。行き違いの場合はご容赦ください。
          </Notice>
        ))}
      <MonthList months={months.slice(0, maxRecent)} />
      {older.length === 0 ? null : (
        <Disclosure label="これまでの会費">
          <MonthList months={older} />
        </Disclosure>
      )}
    </Stack>
  );
}

function MonthList({ months }: { readonly months: readonly ChargedMonth[] }) {
  return (
    <List divided card padding="0 16">
      {months.map((one) => (
        <Row key={one.month} as="li" gap={12} align="baseline" justify="between" padding="12 0">
          <Text as="span" weight={500}>
            {nameMonth(one.month)}
          </Text>
          <Row as="span" gap={12} align="baseline">
            <span>{formatYen(one.charged)}</span>
            <Note as="span">{describeMonth(one)}</Note>
          </Row>
        </Row>
      ))}
    </List>
  );
}

/** Names the month of dues: `11月分`, or `2025年11月分` when it is not in the current year. */
function nameMonth(month: string): string {
  const year = month.slice(0, 4);
  const isThisYear = year === toGymDay(new Date(serverNow())).slice(0, 4);
  return `${isThisYear ? '' : `${year}年`}${formatMonth(month)}分`;
}

function describeMonth({ state, balance, overdue }: ChargedMonth): string {
  if (overdue) return 'お支払い未確認';
  switch (state) {
    case 'paid':
      return balance < 0 ? `${formatYen(-balance)}お預かり中` : 'お支払い済み';
    case 'open':
    case 'failed':
      return 'お支払い前';
    case 'none':
    case 'uncharged':
      return 'ご請求なし';
  }
}
