import type { StaffMembership } from '@tanren/contract/memberships/staff-memberships';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { findShownTerm } from '#entities/memberships/membership-rights.ts';
import { membershipStateNames } from '#entities/memberships/membership-words.ts';
import { formatGymDate, gymDateOf } from '#lib/dates.ts';
import { serverNow } from '#lib/server-time.ts';
import { StatusText } from '#ui/feedback/notices.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SearchForm } from '#ui/forms/search-form.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { look, Note, Row } from '#ui/layout.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { columnName, TableList, tableRow } from '#ui/lists/table-list.tsx';
import classes from './staff-memberships.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly membershipQuery?: string;
  }
}

/**
 * Returns the search text from the browser's history state. It is not in the address, because it
 * contains names.
 */
export function useStoredMembershipQuery(gymId: number) {
  const query = useLocation({ select: ({ state }) => state.membershipQuery ?? '' });
  const navigate = useNavigate();
  const saveQuery = (membershipQuery: string) =>
    void navigate({
      to: '/staff/memberships',
      search: { gym: gymId },
      state: { membershipQuery },
      replace: true,
    });
  return { query, saveQuery } as const;
}

interface SearchFormProps {
  readonly query: string;
  readonly busy: boolean;
  readonly onSearch: (query: string) => void;
}

const fields = {
  query: {
    rules: [
      (text: string) =>
        text.length <= staffLimits.query || `${staffLimits.query}文字以内で入力してください`,
    ],
    clean: (text: string) => text.trim(),
  },
};

export function MembershipSearchForm({ query, busy, onSearch }: SearchFormProps) {
  const { form, errors } = useForm({
    fields,
    explain: () => null,
    submit: ({ query: typed }) => {
      onSearch(typed);
      return Promise.resolve();
    },
  });
  return (
    <SearchForm form={form} busy={busy} variant="default" close>
      <TextField
        name="query"
        label="会員契約を探す"
        error={errors.query}
        hint="名前・フリガナ・ニックネームの一部（1文字なら先頭の文字）、会員番号、会員ID"
        defaultValue={query}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
      />
    </SearchForm>
  );
}

interface MembershipListProps {
  readonly query: string;
  readonly memberships: readonly StaffMembership[];
  readonly found: ComponentProps<typeof PagedList>['query'];
}

const rowHeight = 76;

export function MembershipList({ query, memberships, found }: MembershipListProps) {
  return (
    <>
      <StatusText>{describe(query, memberships.length, found.hasNextPage)}</StatusText>
      {memberships.length === 0 ? null : (
        <PagedList query={found} itemHeight={rowHeight}>
          <TableList
            columns="104px minmax(0, 1.2fr) minmax(0, 1.2fr) 96px 160px"
            names={['会員番号', '名前・フリガナ・ニックネーム', 'プラン', '状態', '入会日']}
            paired
          >
            {memberships.map((membership) => (
              <li key={membership.membershipId}>
                <MembershipLink membership={membership} />
              </li>
            ))}
          </TableList>
        </PagedList>
      )}
    </>
  );
}

function describe(query: string, count: number, hasMore: boolean): string | null {
  if (query === '') return count === 0 ? '会員契約はまだありません。' : null;
  if (count === 0) return `「${query}」に当てはまる会員契約は見つかりませんでした。`;
  return hasMore
    ? `${count}件以上見つかりました。文字を増やすと絞り込めます。`
    : `${count}件見つかりました。`;
}

const row = look('row', 'wrap', 'align-baseline', 'gap-12', 'rowGap-0', 'padding-12-16');

function MembershipLink({ membership }: { readonly membership: StaffMembership }) {
  const { membershipId, number, name, nameKana, nickname, state, member, joinedAt } = membership;
  const term = findShownTerm(membership, toGymDay(new Date(serverNow())));
  return (
    <Link
      to="/staff/memberships/$membershipId"
      params={{ membershipId }}
      // Preloading is off, because the server logs each view and a passing pointer is not a view.
      preload={false}
      className={`${cardLink} ${row} ${tableRow} ${classes.row}`}
    >
      <Note as="span">{number}</Note>
      <Row as="span" gap={8} rowGap={0} align="baseline" wrap grow weight={700}>
        {name}
        {nameKana === undefined ? null : <Note as="small">{nameKana}</Note>}
        {member === null ? <Note as="small">契約者のアカウントなし</Note> : null}
        {nickname === null || nickname === '' ? null : <Note as="small">{nickname}</Note>}
      </Row>
      <Note as="span" className={classes.plan}>
        {term?.plan.name ?? 'プランなし'}
      </Note>
      <Note as="span" bright={state === 'active'} className={classes.state}>
        {membershipStateNames[state]}
      </Note>
      <Note as="span" className={classes.joined}>
        {state === 'not_started' && term !== undefined ? (
          `${formatGymDate(term.fromDay)}から`
        ) : (
          <>
            {formatGymDate(gymDateOf(joinedAt))}
            <span className={columnName}>入会</span>
          </>
        )}
      </Note>
    </Link>
  );
}
