import { IconBuildingBank, IconReceiptYen } from '@tabler/icons-react';
import type { MembershipDues, StaffDuesEntry } from '@tanren/contract/memberships/staff-dues';
import { duesEntryNames } from '@tanren/domain/memberships/dues-ledger';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '#lib/dates.ts';
import { formatYen } from '#lib/number-format.ts';
import { Badge } from '#ui/badge.tsx';
import { LoadAgainIfMissing, Skeleton } from '#ui/feedback/loading.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Box, List, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { FactList } from '#ui/lists/data-table.tsx';
import { MenuButton, RowList } from '#ui/lists/menu-section.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { formatBalance, formatEntry, formatYearMonth, nameDuesState } from './dues-words.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { membershipDuesQuery } from './staff-dues.queries.ts';

/** Shows what a membership owes, its ledger, and the buttons to add to it. */
export function MembershipDuesSection({ membershipId }: { readonly membershipId: number }) {
  const query = useQuery(membershipDuesQuery(membershipId));
  const [action, setAction] = useState<'entry' | 'account' | null>(null);
  const close = () => {
    setAction(null);
  };
  const { data: dues } = query;
  if (dues === null) return null;
  if (dues === undefined) {
    return (
      <>
        <LoadAgainIfMissing what="会費" query={query} />
        {query.isError ? null : <Skeleton height={200} />}
      </>
    );
  }
  return (
    <Stack gap={8}>
      <DuesCard dues={dues} />
      {dues.entries.length === 0 ? null : <Ledger entries={dues.entries} />}
      <RowList>
        <MenuButton
          Icon={IconReceiptYen}
          label="入金を確認する・訂正する"
          onClick={() => {
            setAction('entry');
          }}
        />
        <MenuButton
          Icon={IconBuildingBank}
          label={dues.hasAccount ? '口座振替の口座を確認する' : '口座振替の口座を登録する'}
          onClick={() => {
            setAction('account');
          }}
        />
      </RowList>
      {action === 'entry' ? <EntryDialog dues={dues} onDismiss={close} /> : null}
      {action === 'account' ? (
        <AccountDialog membershipId={membershipId} onDismiss={close} />
      ) : null}
    </Stack>
  );
}

/** Number of months that the card shows. The ledger has all of them. */
const maxShownMonths = 6;

function DuesCard({ dues: { balance, months, hasAccount } }: { readonly dues: MembershipDues }) {
  return (
    <Card heading="会費">
      <FactList
        facts={[
          { name: '残り', value: formatBalance(balance) },
          { name: '口座振替', value: hasAccount ? '口座の登録あり' : '口座の登録なし' },
        ]}
      />
      {months.length === 0 ? (
        <Text quiet above={8}>
          請求と入金の記録はまだありません。
        </Text>
      ) : (
        <List divided ruled above={4} aria-label="月ごとの会費">
          {months.slice(0, maxShownMonths).map((one) => (
            <Row
              key={one.month}
              as="li"
              gap={12}
              rowGap={0}
              align="center"
              wrap
              padding="8 0"
              justify="between"
            >
              <Row as="span" gap={8} align="center">
                <Text as="span" weight={500}>
                  {formatYearMonth(one.month)}分
                </Text>
                <Badge tone={one.overdue ? 'white' : 'quiet'}>{nameDuesState(one)}</Badge>
              </Row>
              <Note as="span">
                請求{formatYen(one.charged)}・入金{formatBalance(one.paid)}
              </Note>
            </Row>
          ))}
        </List>
      )}
    </Card>
  );
}

/** Lists every entry, newest first. */
function Ledger({ entries }: { readonly entries: readonly StaffDuesEntry[] }) {
  return (
    <Disclosure label={`会費の記録（${entries.length}件）`}>
      <Box as="ol" divided>
        {entries.map(({ entryId, month, kind, amount, at, reason }) => (
          <Box key={entryId} as="li" padding="8 0">
            <Row as="p" gap={12} rowGap={0} align="baseline" justify="between" wrap>
              <Text as="span" weight={700}>
                {formatYearMonth(month)}分の{duesEntryNames[kind]}
              </Text>
              <span>{formatEntry(kind, amount)}</span>
            </Row>
            <Note lines>{reason === '' ? formatMoment(at) : `${formatMoment(at)}・${reason}`}</Note>
          </Box>
        ))}
      </Box>
    </Disclosure>
  );
}
