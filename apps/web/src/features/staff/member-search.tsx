import { staffLimits } from '@tanren/domain/staff/staff-texts';
import type { StaffMember } from '@tanren/contract/staff/staff-members';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { formatGymDate, gymDateOf } from '#lib/dates.ts';
import type { ComponentProps } from 'react';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import { tableCell, TableList, tableParts, tableRow } from '#ui/lists/table-list.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { SearchForm } from '#ui/forms/search-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { look, Note, Row, Stack } from '#ui/layout.tsx';
import classes from './staff-members.module.css';
import { nameMember } from './staff-members.queries.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly memberQuery?: string;
  }
}

/**
 * Returns the search text from the browser's history state, so that it is there after viewing a
 * member. It is not in the address, because the history of a shared tablet would then contain names
 * and email addresses.
 */
export function useStoredQuery() {
  const query = useLocation({ select: ({ state }) => state.memberQuery ?? '' });
  const navigate = useNavigate();
  const saveQuery = (memberQuery: string) =>
    void navigate({ to: '/staff/members', state: { memberQuery }, replace: true });
  return { query, saveQuery } as const;
}

interface FoundMembersProps {
  readonly query: string;
  /** `undefined` before the search, and until its answer arrives. */
  readonly members: readonly StaffMember[] | undefined;
  readonly found: ComponentProps<typeof PagedList>['query'] & { readonly isFetching: boolean };
}

const cardHeight = 76;

export function FoundMembers({ query, members, found }: FoundMembersProps) {
  const { isFetching, hasNextPage } = found;
  const text = describe(query, members, isFetching, hasNextPage);
  return (
    <Stack gap={12}>
      <StatusText>{text}</StatusText>
      {isFetching && members === undefined ? <Skeleton height={cardHeight} /> : null}
      <PagedList query={found} itemHeight={cardHeight}>
        {members === undefined || members.length === 0 ? null : (
          <TableList
            columns="minmax(0, 1fr) minmax(0, 1.4fr) 200px"
            names={['名前・フリガナ・ニックネーム', 'メールアドレス', '登録日']}
            paired
          >
            {members.map(
              ({ member, nickname, email, registeredAt, contractName, contractNameKana }) => (
                <li key={member}>
                  <Link
                    to="/staff/members/$member"
                    params={{ member }}
                    // Preloading is off, because the server logs each view of a member and a passing
                    // pointer is not a view.
                    preload={false}
                    className={`${cardLink} ${look('stack', 'padding-12-16')} ${tableRow} ${classes.foundCard}`}
                  >
                    <Row as="span" gap={8} rowGap={0} align="baseline" wrap weight={700}>
                      {contractName ?? nameMember({ nickname })}
                      {contractNameKana === undefined ? null : (
                        <Note as="small">{contractNameKana}</Note>
                      )}
                      {contractName === null || nickname === '' ? null : (
                        <Note as="small">{nickname}</Note>
                      )}
                    </Row>
                    <Row as="span" gap={16} rowGap={0} wrap size={14} quiet className={tableParts}>
                      {email === null ? null : <span {...tableCell(2)}>{email}</span>}
                      <span {...tableCell(3)}>{formatGymDate(gymDateOf(registeredAt))} 登録</span>
                    </Row>
                  </Link>
                </li>
              ),
            )}
          </TableList>
        )}
      </PagedList>
    </Stack>
  );
}

function describe(
  query: string,
  members: readonly StaffMember[] | undefined,
  busy: boolean,
  hasMore: boolean,
): string | null {
  if (members === undefined) return busy ? '検索しています…' : null;
  if (members.length === 0) return `「${query}」に当てはまる会員は見つかりませんでした。`;
  return hasMore
    ? `${members.length}人以上見つかりました。文字を増やすと絞り込めます。`
    : `${members.length}人見つかりました。`;
}

interface MemberSearchFormProps {
  readonly query: string;
  readonly busy: boolean;
  readonly onSearch: (query: string) => void;
}

const fields = {
  query: {
    rules: [
      (text: string) =>
        text !== '' ||
        '名前、フリガナ、ニックネーム、メールアドレス、会員番号、会員IDのいずれかを入力してください',
      (text: string) =>
        text.length <= staffLimits.query || `${staffLimits.query}文字以内で入力してください`,
    ],
    clean: (text: string) => text.trim(),
  },
};

/**
 * Searches with a button, because half an email address finds no member, and half a name too many.
 */
export function MemberSearchForm({ query, busy, onSearch }: MemberSearchFormProps) {
  const { form, errors } = useForm({
    fields,
    explain: () => null,
    submit: ({ query: typed }) => {
      onSearch(typed);
      return Promise.resolve();
    },
  });
  return (
    <SearchForm form={form} busy={busy}>
      <TextField
        name="query"
        label="会員を探す"
        error={errors.query}
        hint="名前・フリガナ・ニックネームの一部（1文字なら先頭の文字）、メールアドレス、会員番号、会員ID"
        defaultValue={query}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
      />
    </SearchForm>
  );
}
