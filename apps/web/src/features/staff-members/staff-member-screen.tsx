import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { GonePage } from '#lib/page-state.tsx';
import { formatMoment } from '#lib/dates.ts';
import { Card } from '#ui/card.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { backLink, BackWords } from '#ui/back-link.tsx';
import { Page } from '#ui/page.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberWorkouts } from './member-workouts.tsx';
import { nameMember, staffMemberQuery } from './staff-members.queries.ts';
import classes from './staff-members.module.css';

const route = getRouteApi('/staff/members/$member/');

export function StaffMemberScreen() {
  const { member: sub } = route.useParams();
  const { data: member } = useSuspenseQuery(staffMemberQuery(sub));
  if (member === null) return <GonePage />;
  const facts = [
    ...(member.email === null ? [] : [{ name: 'メールアドレス', value: member.email }]),
    { name: '会員ID', value: <code className={classes.id}>{member.member}</code> },
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
    { name: 'ランキングへの表示', value: member.rankingVisible ? '表示する' : '表示しない' },
  ];
  return (
    <Page
      title={nameMember(member)}
      above={
        <Link to="/staff/members" className={backLink}>
          <BackWords>会員検索</BackWords>
        </Link>
      }
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          <Card heading="会員">
            <FactList facts={facts} />
          </Card>
          <MemberActions member={member} />
        </div>
        <MemberWorkouts member={sub} />
      </div>
    </Page>
  );
}
