import type { DuesSums, StaffDuesRow } from '@tanren/contract/memberships/staff-dues';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { formatYen } from '#lib/number-format.ts';
import { Badge } from '#ui/badge.tsx';
import { look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import { segment, Segments } from '#ui/lists/chips.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { columnName, TableList, tableRow } from '#ui/lists/table-list.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { formatBalance, nameDuesState } from './dues-words.ts';
import classes from './dues.module.css';
import type { DuesMonthOfGym, ShownDues } from './staff-dues.queries.ts';

interface DuesListProps extends DuesMonthOfGym {
  readonly show: ShownDues;
  readonly sums: DuesSums;
  readonly rows: readonly StaffDuesRow[];
  readonly query: ComponentProps<typeof PagedList>['query'];
}

const rowHeight = 76;
const choices = [
  { show: 'all', label: 'すべて' },
  { show: 'open', label: '入金待ちのみ' },
] as const;

/** Lists who owes what in the month. Each row leads to the contract. */
export function DuesList({ gymId, month, show, sums, rows, query }: DuesListProps) {
  return (
    <Stack as="section" gap={12} aria-labelledby="dues-rows">
      <SectionHeading id="dues-rows" note={`${sums.memberships}件`}>
        会員ごとの会費
      </SectionHeading>
      <Segments label="会員ごとの会費の絞り込み">
        {choices.map((choice) => (
          <Link
            key={choice.show}
            to="/staff/dues"
            search={{ gym: gymId, month, ...(choice.show === 'open' ? { show: 'open' } : {}) }}
            className={segment}
            aria-current={choice.show === show ? 'true' : undefined}
            activeProps={{}}
            preload={false}
            replace
          >
            {choice.label}
          </Link>
        ))}
      </Segments>
      {rows.length === 0 ? (
        <Text quiet above={8}>
          {show === 'open'
            ? '入金を待っている会費はありません。'
            : 'この月に会費がかかる会員契約はありません。'}
        </Text>
      ) : (
        <PagedList query={query} itemHeight={rowHeight}>
          <div className={classes.table}>
            <TableList
              columns="104px minmax(0, 1.4fr) minmax(0, 1fr) 88px 88px 96px 104px"
              names={['会員番号', '名前・フリガナ', 'プラン', '請求', '入金', '残り', '状態']}
              paired
            >
              {rows.map((row) => (
                <li key={row.membershipId}>
                  <DuesRow row={row} />
                </li>
              ))}
            </TableList>
          </div>
        </PagedList>
      )}
    </Stack>
  );
}

const rowLook = look('row', 'wrap', 'align-baseline', 'gap-12', 'rowGap-0', 'padding-12-16');

function DuesRow({ row }: { readonly row: StaffDuesRow }) {
  const { membershipId, number, name, nameKana, planName, hasAccount } = row;
  const { due, charged, paid, balance, state, overdue } = row;
  const isUncharged = state === 'uncharged';
  return (
    <Link
      to="/staff/memberships/$membershipId"
      params={{ membershipId }}
      // Preloading is off, because the server logs each view and a passing pointer is not a view.
      preload={false}
      className={`${cardLink} ${rowLook} ${tableRow} ${classes.row}`}
    >
      <Note as="span">{number}</Note>
      <Row as="span" gap={8} rowGap={0} align="baseline" wrap grow weight={700}>
        {name}
        {nameKana === undefined ? null : <Note as="small">{nameKana}</Note>}
      </Row>
      <Note as="span" data-line="2">
        {planName ?? 'プランなし'}
        {hasAccount ? null : '・口座未登録'}
      </Note>
      <Note as="span" data-line="2" className={classes.amount}>
        <span className={columnName}>請求</span>
        {formatYen(isUncharged ? due : charged)}
      </Note>
      <Note as="span" data-line="2" className={classes.amount}>
        <span className={columnName}>入金</span>
        {formatBalance(paid)}
      </Note>
      <Text as="span" size={14} weight={700} data-line="2" className={classes.amount}>
        <span className={columnName}>残り</span>
        {formatBalance(balance)}
      </Text>
      <span>
        <Badge tone={state === 'failed' || overdue ? 'white' : 'quiet'}>{nameDuesState(row)}</Badge>
      </span>
    </Link>
  );
}
