import { memberParam } from '#lib/route-params.ts';
import { GonePage } from '#lib/page-state.tsx';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { MemberActions } from '#features/staff/member-actions.tsx';
import { gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { membershipsOfMemberQuery } from '#features/memberships/staff/staff-memberships.queries.ts';
import { waitBriefly } from '#lib/query-client.ts';
import { MemberMemberships } from '#features/memberships/staff/member-memberships.tsx';
import { MemberWorkouts } from '#features/staff/member-workouts.tsx';
import {
  nameMember,
  staffMemberQuery,
  staffWorkoutsQuery,
} from '#features/staff/staff-members.queries.ts';
import { formatMoment } from '#lib/dates.ts';
import { Stack, Text } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { FactList } from '#ui/lists/data-table.tsx';

export const Route = createFileRoute('/staff/members/$member/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '会員',
    parent: '/staff/members',
    group: 'staff',
  },
  params: memberParam,
  // Each view of a member is logged, so hovering over the link must not request it.
  preload: false,
  loader: async ({ context: { queryClient }, params: { member } }) => {
    if ((await queryClient.query(staffMemberQuery(member))) === null) throw notFound();
    // These parts are above the buttons of the page, so loading them later would move the buttons
    // under a finger.
    await Promise.all([
      queryClient.infiniteQuery(staffWorkoutsQuery(member)),
      waitBriefly(queryClient.query(membershipsOfMemberQuery(member))),
      waitBriefly(queryClient.query(gymsQuery)),
    ]);
  },
  component: StaffMemberPage,
});

function StaffMemberPage() {
  const { member: sub } = Route.useParams();
  const { data: member } = useSuspenseQuery(staffMemberQuery(sub));
  const { data: contracts = [] } = useQuery(membershipsOfMemberQuery(sub));
  if (member === null) return <GonePage />;
  const [contract] = contracts;
  const facts = [
    ...(member.email === null ? [] : [{ name: 'メールアドレス', value: member.email }]),
    {
      name: '会員ID',
      value: (
        <Text as="code" code size={12}>
          {member.member}
        </Text>
      ),
    },
    { name: '登録', value: formatMoment(member.registeredAt) },
    { name: 'トレーニング', value: `${member.workoutCount}件` },
    {
      name: '最後のトレーニング',
      value: member.lastWorkoutAt === null ? 'まだありません' : formatMoment(member.lastWorkoutAt),
    },
    { name: 'これからの予約', value: `${member.upcomingReservations}件` },
    { name: 'トレーナーとの連携', value: member.hasTrainer ? 'あり' : 'なし' },
    ...(member.account === null
      ? []
      : [
          { name: 'ログイン中の端末', value: `${member.account.devices}台` },
          { name: '認証アプリ', value: member.account.totpEnabled ? '使用中' : '未使用' },
        ]),
    { name: 'ランキングへの掲載', value: member.rankingVisible ? '掲載中' : '掲載していません' },
  ];
  return (
    <Page
      title={nameMember(member)}
      lead={
        contract === undefined
          ? undefined
          : [contract.name, contract.nameKana].filter(Boolean).join('　')
      }
    >
      <Stack from={768} gap={24} align="start">
        <Stack gap={24} align="start">
          <Card heading="会員">
            <FactList facts={facts} />
          </Card>
          <MemberMemberships member={sub} />
          <MemberActions member={member} />
        </Stack>
        <MemberWorkouts member={sub} />
      </Stack>
    </Page>
  );
}
