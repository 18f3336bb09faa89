import { useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { FoundMembers, MemberSearchForm, useStoredQuery } from '#features/staff/member-search.tsx';
import { findMembersQuery } from '#features/staff/staff-members.queries.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { Note } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/staff/members/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '会員検索',
    parent: '/staff',
    group: 'staff',
  },
  component: StaffMembersPage,
});

function StaffMembersPage() {
  const { query, saveQuery } = useStoredQuery();
  const found = useInfiniteQuery({
    ...findMembersQuery(query),
    enabled: query !== '',
  });
  const { data, isFetching, refetch } = found;
  return (
    <Page title="会員検索" lead="検索と会員ページの閲覧は、操作履歴に残ります。">
      <MemberSearchForm
        key={query}
        query={query}
        busy={isFetching}
        onSearch={(typed) => {
          if (typed === query) void refetch();
          else saveQuery(typed);
        }}
      />
      <Note>
        契約の内容や手続きは、店舗ごとの
        <Link to="/staff/memberships" state={{ membershipQuery: query }}>
          会員契約
        </Link>
        で確認できます。
      </Note>
      <LoadAgainIfMissing what="検索結果" query={found} />
      <FoundMembers
        query={query}
        members={data?.pages.flatMap(({ items }) => items)}
        found={found}
      />
    </Page>
  );
}
