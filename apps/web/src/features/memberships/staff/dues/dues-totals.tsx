import type { DuesSums, DuesTransfer } from '@tanren/contract/memberships/staff-dues';
import { formatMonth } from '#entities/memberships/contract-words.ts';
import { formatGymDate, formatMoment } from '#lib/dates.ts';
import { formatYen } from '#lib/number-format.ts';
import { List, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { FactList } from '#ui/lists/data-table.tsx';
import { formatBalance, formatSum } from './dues-words.ts';

interface DuesTotalsProps {
  readonly month: string;
  readonly sums: DuesSums;
}

/** Shows the sums of the month over all memberships. */
export function DuesTotals({ month, sums }: DuesTotalsProps) {
  const { uncharged, charged, paid, open, overdue } = sums;
  return (
    <Card heading={`${formatMonth(month)}分の合計`}>
      <FactList
        facts={[
          { name: '請求', value: formatYen(charged) },
          { name: '入金', value: formatBalance(paid) },
          { name: '入金待ち', value: formatSum(open) },
          { name: 'うち未払い・振替不能', value: formatSum(overdue) },
          { name: '未請求', value: formatSum(uncharged) },
        ]}
      />
    </Card>
  );
}

/** Lists the files that were made for the bank, newest first. */
export function TransferList({ transfers }: { readonly transfers: readonly DuesTransfer[] }) {
  if (transfers.length === 0) return null;
  return (
    <Card heading="口座振替のファイル">
      <List divided above={4}>
        {transfers.map(({ onDay, madeAt, resultsAt, ...sum }) => (
          <Stack key={onDay} as="li" padding="8 0">
            <Row as="p" gap={12} rowGap={0} align="baseline" justify="between" wrap>
              <Text as="span" weight={700}>
                {formatGymDate(onDay)}振替
              </Text>
              <span>{formatSum(sum)}</span>
            </Row>
            <Note>
              {resultsAt === null
                ? `${formatMoment(madeAt)}に作成・振替結果はまだ取り込まれていません`
                : `${formatMoment(resultsAt)}に振替結果を取り込み済み`}
            </Note>
          </Stack>
        ))}
      </List>
    </Card>
  );
}
