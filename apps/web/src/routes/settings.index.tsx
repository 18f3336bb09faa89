import {
  type Icon,
  IconBarbell,
  IconBell,
  IconChevronRight,
  IconClipboardHeart,
  IconDeviceMobileCode,
  IconDevices,
  IconFileText,
  IconHelpCircle,
  IconLink,
  IconLock,
  IconMail,
  IconShieldLock,
  IconTool,
  IconTrophy,
  IconUser,
  IconUserHeart,
} from '@tabler/icons-react';
import { createFileRoute, Link, linkOptions, type LinkProps } from '@tanstack/react-router';
import { Fragment } from 'react';
import { GymMenu } from '#features/gyms/gym-menu.tsx';
import { LeaveSection } from '#features/identity/leave.tsx';
import classes from '#features/identity/settings.module.css';
import { MemberDataSection } from '#features/userinfo/member-data-section.tsx';
import { readIdentity } from '#lib/auth/auth.ts';
import { gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/settings/')({
  staticData: { access: 'default', layout: 'auth', title: 'マイページ' },
  loader: async ({ context }) => {
    // At hand, so that the menu does not grow under a finger. Without them it is shorter.
    await context.queryClient
      .query({ ...gymsQuery, meta: { errorShownByPage: true } })
      .catch(() => {});
    const { access, groups } = await context.readSession();
    const rankingVisible = access.signedIn && access.profile?.rankingVisible === true;
    return { email: (await readIdentity())?.email ?? '', rankingVisible, groups };
  },
  component: SettingsPage,
});

function SettingsPage() {
  const { email, groups, rankingVisible } = Route.useLoaderData();
  const work = workEntries.filter(({ group }) => groups.includes(group));
  return (
    <Page
      title="マイページ"
      lead={
        email === '' ? undefined : <small className={classes.account}>{email} でログイン中</small>
      }
    >
      <div className={classes.sections}>
        {work.length === 0 ? null : (
          <div className={classes.wide}>
            <MenuEntries heading="業務" entries={work} />
          </div>
        )}
        {settingsSections.map(({ heading, entries }, index) => (
          <Fragment key={heading}>
            <MenuEntries heading={heading} entries={entries} />
            {index === 0 ? <GymMenu /> : null}
          </Fragment>
        ))}
        <MemberDataSection rankingVisible={rankingVisible} />
        <LeaveSection />
      </div>
    </Page>
  );
}

interface MenuEntriesProps {
  readonly heading: string;
  readonly entries: readonly {
    readonly link: LinkProps;
    readonly label: string;
    readonly Icon: Icon;
  }[];
}

function MenuEntries({ heading, entries }: MenuEntriesProps) {
  return (
    <MenuSection heading={heading}>
      {entries.map(({ link, label, Icon: EntryIcon }) => (
        <li key={label}>
          <Link {...link} className={menuRow}>
            <MenuRowContent
              Icon={EntryIcon}
              label={label}
              end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
            />
          </Link>
        </li>
      ))}
    </MenuSection>
  );
}

/** Only for those groups: to everybody else the pages do not exist. */
const workEntries = [
  {
    group: 'trainer',
    link: linkOptions({ to: '/trainer' }),
    label: 'トレーナー画面',
    Icon: IconClipboardHeart,
  },
  { group: 'staff', link: linkOptions({ to: '/staff' }), label: 'スタッフ画面', Icon: IconTool },
] as const;

const settingsSections = [
  {
    heading: 'トレーニング',
    entries: [
      { link: linkOptions({ to: '/informations' }), label: 'お知らせ', Icon: IconBell },
      {
        link: linkOptions({
          to: '/workout-ranking/$workoutType/$rankingType',
          params: { workoutType: 1, rankingType: 'tfo' },
        }),
        label: 'ランキング',
        Icon: IconTrophy,
      },
      {
        link: linkOptions({ to: '/training-status' }),
        label: 'トレーニング状況',
        Icon: IconBarbell,
      },
      { link: linkOptions({ to: '/my-trainer' }), label: 'マイトレーナー', Icon: IconUserHeart },
    ],
  },
  {
    heading: 'アカウント',
    entries: [
      {
        link: linkOptions({ to: '/settings/userinfo' }),
        label: 'プロフィールの編集',
        Icon: IconUser,
      },
      {
        link: linkOptions({ to: '/settings/email' }),
        label: 'メールアドレスの変更',
        Icon: IconMail,
      },
      {
        link: linkOptions({ to: '/settings/change-password' }),
        label: 'パスワードの変更',
        Icon: IconLock,
      },
      {
        link: linkOptions({ to: '/settings/totp' }),
        label: '認証アプリ（2段階認証）',
        Icon: IconDeviceMobileCode,
      },
      {
        link: linkOptions({ to: '/settings/devices' }),
        label: 'ログイン中の端末',
        Icon: IconDevices,
      },
      {
        link: linkOptions({ to: '/settings/trainer-connect' }),
        label: 'トレーナー連携',
        Icon: IconLink,
      },
    ],
  },
  {
    heading: 'ご利用について',
    entries: [
      { link: linkOptions({ to: '/tutorial' }), label: 'ご利用ガイド', Icon: IconHelpCircle },
      { link: linkOptions({ to: '/terms' }), label: '利用規約', Icon: IconFileText },
      {
        link: linkOptions({ to: '/privacy-policy' }),
        label: 'プライバシーポリシー',
        Icon: IconShieldLock,
      },
    ],
  },
] as const;
