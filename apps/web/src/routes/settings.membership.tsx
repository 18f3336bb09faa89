import { IconId } from '@tabler/icons-react';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { type QueryClient, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { gymQuery, gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { StoredConfirmation } from '#entities/memberships/stored-confirmation.tsx';
import { MembershipActions } from '#features/memberships/membership-actions.tsx';
import { MembershipCard } from '#features/memberships/membership-card.tsx';
import { MembershipHistory } from '#features/memberships/membership-history.tsx';
import { membershipEventsQuery, myDuesQuery } from '#features/memberships/memberships.queries.ts';
import classes from '#features/memberships/memberships.module.css';
import { MyDues } from '#features/memberships/my-dues.tsx';
import { PendingRequests } from '#features/memberships/pending-requests.tsx';
import { useNow } from '#lib/server-time.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Stack } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/settings/membership')({
  staticData: { access: 'default', layout: 'auth', title: '会員契約', parent: '/settings' },
  loader: ({ context: { queryClient } }) => loadMemberships(queryClient),
  component: MembershipPage,
});

async function loadMemberships(queryClient: QueryClient): Promise<void> {
  const [mine] = await Promise.all([
    queryClient.query(myMembershipsQuery),
    queryClient.infiniteQuery(membershipEventsQuery),
    queryClient.query(gymsQuery),
    queryClient.query(myDuesQuery).catch(() => {}),
  ]);
  const gymIds = new Set(mine.memberships.map(({ gymId }) => gymId));
  await Promise.all([...gymIds].map((gymId) => queryClient.query(gymQuery(gymId))));
}

const minuteMs = 60_000;

/** Shows the member's contracts with the gyms, the possible requests and the history. */
function MembershipPage() {
  const { data: mine } = useSuspenseQuery(myMembershipsQuery);
  const gymIds = [...new Set(mine.memberships.map(({ gymId }) => gymId))];
  const gyms = useSuspenseQueries({ queries: gymIds.map((gymId) => gymQuery(gymId)) });
  const today = toGymDay(new Date(useNow(minuteMs)));
  const current = mine.memberships.filter(({ state }) => state !== 'ended');
  const over = mine.memberships.filter(({ state }) => state === 'ended');
  const isNew = current.length === 0 && mine.requests.length === 0;
  return (
    <Page title="会員契約" wide>
      <Stack from={1024} gap={24} align="start" top className={classes.columns}>
        <Stack gap={24} align="start" top optional className={classes.column}>
          {isNew ? <NoMembership /> : null}
          <PendingRequests requests={mine.requests} />
          <SeenBefore contracts={mine.requests} />
          {current.map((membership) => {
            const gym = gyms.find(({ data }) => data.id === membership.gymId)?.data;
            const { membershipId } = membership;
            return (
              <Stack
                key={membershipId}
                gap={24}
                align="start"
                top
                optional
                className={classes.column}
              >
                <MembershipCard membership={membership} today={today} />
                <SeenBefore contracts={[membership]} />
                {gym === undefined ? null : (
                  <MembershipActions
                    membership={membership}
                    gym={gym}
                    today={today}
                    isWaiting={mine.requests.some((one) => one.membershipId === membershipId)}
                  />
                )}
              </Stack>
            );
          })}
          <MyDues />
          {over.map((membership) => (
            <Fragment key={membership.membershipId}>
              <MembershipCard membership={membership} today={today} />
              <SeenBefore contracts={[membership]} />
            </Fragment>
          ))}
        </Stack>
        <Stack gap={24} align="start" top optional className={classes.column}>
          <MembershipHistory />
        </Stack>
      </Stack>
    </Page>
  );
}

interface SeenBeforeProps {
  readonly contracts: readonly {
    readonly gymName: string;
    readonly confirmationId?: number | undefined;
  }[];
}

/** Opens what the member saw before applying. Contracts made by staff have nothing to show. */
function SeenBefore({ contracts }: SeenBeforeProps) {
  return contracts.map(({ gymName, confirmationId }) =>
    confirmationId === undefined ? null : (
      <StoredConfirmation
        key={confirmationId}
        label={`${gymName}：お申し込み時の確認内容`}
        confirmationId={confirmationId}
        audience="member"
      />
    ),
  );
}

/** Links to the plans, with a choice if there are several gyms. */
function NoMembership() {
  const { data: gyms } = useSuspenseQuery(gymsQuery);
  return (
    <EmptyState
      Icon={IconId}
      text="プランを申し込むと、予約と入館ができます。"
      action={
        <Stack gap={12}>
          {gyms.map(({ id, name }) => (
            <Link
              key={id}
              to="/gyms/$gymId/join"
              params={{ gymId: id }}
              className={primaryButtonLink}
              data-variant={gyms.length === 1 ? undefined : 'default'}
            >
              {gyms.length === 1 ? 'プランを選ぶ' : `${name}のプランを選ぶ`}
            </Link>
          ))}
        </Stack>
      }
    />
  );
}
