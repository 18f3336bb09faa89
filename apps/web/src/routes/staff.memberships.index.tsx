import { IconBuildingStore } from '@tabler/icons-react';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { readWorkGymSearch } from '#entities/gyms/work-gym-search.ts';
import { chooseWorkGym, WorkGymSelect } from '#entities/gyms/work-gym.tsx';
import {
  MembershipList,
  MembershipSearchForm,
  useStoredMembershipQuery,
} from '#features/memberships/staff/membership-list.tsx';
import { RequestList } from '#features/memberships/staff/request-list.tsx';
import classes from '#features/memberships/staff/staff-memberships.module.css';
import {
  membershipRequestsQuery,
  membershipsQuery,
} from '#features/memberships/staff/staff-memberships.queries.ts';
import { onlySearch } from '#lib/route-params.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { LoadAgainIfMissing, Skeleton } from '#ui/feedback/loading.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Note, Stack, Text } from '#ui/layout.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { Page, SectionHeading } from '#ui/page.tsx';

const validateSearch = onlySearch(readWorkGymSearch);

export const Route = createFileRoute('/staff/memberships/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '会員契約',
    parent: '/staff',
    group: 'staff',
  },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const gymId = await chooseWorkGym(queryClient, deps);
    // The list is usually empty, and the content below it would move up. Its section reports a
    // failure.
    if (gymId !== null)
      await queryClient.infiniteQuery(membershipRequestsQuery(gymId)).catch(() => {});
    return { gymId };
  },
  component: StaffMembershipsPage,
});

function StaffMembershipsPage() {
  const { gymId } = Route.useLoaderData();
  const { data: gyms } = useSuspenseQuery(gymsQuery);
  const navigate = useNavigate();
  return (
    <Page title="会員契約" lead="検索と会員契約の閲覧は、操作履歴に残ります。">
      {gymId === null ? (
        <NoGym />
      ) : (
        <>
          <div className={classes.gym}>
            <WorkGymSelect
              gyms={gyms}
              gymId={gymId}
              onChoose={(gym) =>
                void navigate({ to: '/staff/memberships', search: { gym }, replace: true })
              }
            />
          </div>
          <RequestSection key={`requests-${gymId}`} gymId={gymId} />
          <MembershipSection key={`memberships-${gymId}`} gymId={gymId} />
        </>
      )}
    </Page>
  );
}

const requestHeight = 240;

/** Lists the open requests first, because members wait for them. */
function RequestSection({ gymId }: { readonly gymId: number }) {
  const query = useInfiniteQuery(membershipRequestsQuery(gymId));
  const requests = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Stack as="section" gap={12} aria-labelledby="membership-requests">
      <SectionHeading
        id="membership-requests"
        note={
          requests === undefined || requests.length === 0
            ? undefined
            : `${requests.length}件${query.hasNextPage ? '以上' : ''}`
        }
      >
        お申し込み
      </SectionHeading>
      <LoadAgainIfMissing what="お申し込み" query={query} />
      {requests === undefined ? (
        query.isError ? null : (
          <Skeleton height={requestHeight} />
        )
      ) : requests.length === 0 ? (
        <Text quiet above={8}>
          確認を待っているお申し込みはありません。
        </Text>
      ) : query.hasNextPage ? (
        <PagedList query={query} itemHeight={requestHeight}>
          <RequestList requests={requests} />
        </PagedList>
      ) : (
        <RequestList requests={requests} />
      )}
    </Stack>
  );
}

const rowHeight = 76;

function MembershipSection({ gymId }: { readonly gymId: number }) {
  const { query, saveQuery } = useStoredMembershipQuery(gymId);
  const found = useInfiniteQuery(membershipsQuery(gymId, query));
  const { data, isFetching, isFetchingNextPage, refetch } = found;
  return (
    <Stack as="section" gap={12} aria-labelledby="memberships">
      <SectionHeading id="memberships">この店舗の会員</SectionHeading>
      <MembershipSearchForm
        key={query}
        query={query}
        busy={isFetching && !isFetchingNextPage}
        onSearch={(typed) => {
          if (typed === query) void refetch();
          else saveQuery(typed);
        }}
      />
      <Note>
        ほかの店舗や契約のない会員は、
        <Link to="/staff/members" state={{ memberQuery: query }}>
          会員検索
        </Link>
        で探せます。
      </Note>
      <LoadAgainIfMissing what="会員契約" query={found} />
      {data === undefined ? (
        found.isError ? null : (
          <Skeleton height={rowHeight} />
        )
      ) : (
        <MembershipList
          query={query}
          memberships={data.pages.flatMap(({ items }) => items)}
          found={found}
        />
      )}
    </Stack>
  );
}

function NoGym() {
  return (
    <EmptyState
      Icon={IconBuildingStore}
      text="店舗がまだ登録されていません。"
      action={
        <Link to="/staff/gyms/new" className={primaryButtonLink} data-variant="default">
          店舗を追加する
        </Link>
      }
    />
  );
}
