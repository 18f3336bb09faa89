import {
  type Icon,
  IconBell,
  IconBellCog,
  IconChevronRight,
  IconClipboardHeart,
  IconDeviceMobileCode,
  IconDevices,
  IconFileText,
  IconHelpCircle,
  IconListCheck,
  IconLock,
  IconMail,
  IconMessageCircle,
  IconShieldLock,
  IconStretching,
  IconTool,
  IconTrophy,
  IconUserCircle,
  IconUserHeart,
} from '@tabler/icons-react';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, linkOptions, type LinkProps } from '@tanstack/react-router';
import { GymMenu } from '#features/gyms/gym-menu.tsx';
import { hasUnsavedCodes } from '#features/identity/identity-storage.ts';
import { LeaveSection } from '#features/identity/leave.tsx';
import classes from '#features/identity/settings.module.css';
import { MemberDataSection } from '#features/members/member-data-section.tsx';
import { getIdentity } from '#lib/auth/auth.ts';
import { gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { latestWorkoutQuery } from '#entities/workouts/workouts.queries.ts';
import { profileTarget } from '#lib/auth/unsent-profile.ts';
import { useIsUnsent } from '#lib/offline/outbox.ts';
import { Notice, UnsentMark } from '#ui/feedback/notices.tsx';
import { Box, look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/settings/')({
  staticData: { access: 'default', layout: 'auth', title: 'マイページ', parent: null },
  loader: async ({ context }) => {
    // The gyms are loaded first, so that the menu does not grow under a finger. Without them it is
    // shorter.
    await context.queryClient
      .query({ ...gymsQuery, meta: { errorShownByPage: true } })
      .catch(() => {});
    const { access, groups } = await context.readSession();
    const profile = access.signedIn ? access.profile : null;
    const identity = await getIdentity();
    return {
      email: identity?.email ?? '',
      sub: identity?.sub ?? '',
      nickname: profile?.nickname ?? '',
      rankingVisible: profile?.rankingVisible === true,
      groups,
    };
  },
  component: MyPage,
});

/** Shows all pages that are not in the navigation: those for daily use first, then the settings. */
function MyPage() {
  const { sub, email, nickname, groups, rankingVisible } = Route.useLoaderData();
  const isUnsent = useIsUnsent(profileTarget);
  const work = workEntries.filter(({ group }) => groups.includes(group));
  return (
    <Page title="マイページ" wide>
      <Link
        to="/settings/userinfo"
        className={`${cardLink} ${look('row', 'wrap', 'align-center')} ${classes.profile}`}
      >
        <IconUserCircle size={44} stroke={1.25} aria-hidden className={look('quiet')} />
        <Stack as="span" shrinks className={classes.who}>
          <Text as="span" size={20} weight={700} leading="tight">
            {nickname} {isUnsent ? <UnsentMark /> : null}
          </Text>
          {email === '' ? null : <Note as="small">{email} でログイン中</Note>}
        </Stack>
        <Row as="span" gap={4} align="center" size={14} quiet end>
          プロフィールの編集
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Row>
      </Link>
      {hasUnsavedCodes(sub) ? (
        <Notice Icon={IconDeviceMobileCode}>
          2段階認証のリカバリーコードを、まだ保管していません。
          <Link to="/settings/totp">リカバリーコードを確認する</Link>
        </Notice>
      ) : null}
      <TrainingTiles />
      <Stack from={768} gap={24} align="start">
        {work.length === 0 ? null : (
          <Box across>
            <MenuEntries heading="業務" entries={work} />
          </Box>
        )}
        <GymMenu />
        {settingsSections.map(({ heading, entries }) => (
          <MenuEntries key={heading} heading={heading} entries={entries} />
        ))}
        <MemberDataSection rankingVisible={rankingVisible} />
        <LeaveSection />
      </Stack>
    </Page>
  );
}

/** Links to the member's own training, two taps from home. */
function TrainingTiles() {
  const { data: latest } = useQuery({ ...latestWorkoutQuery, meta: { errorShownByPage: true } });
  const lastType = latest?.workoutTypeId ?? 1;
  const workoutType = isWorkoutTypeId(lastType) ? lastType : 1;
  const tiles = [
    {
      link: linkOptions({ to: '/my-training-sessions' }),
      label: 'マイメニュー',
      Icon: IconListCheck,
    },
    {
      link: linkOptions({ to: '/training-status' }),
      label: 'トレーニング状況',
      Icon: IconStretching,
    },
    {
      link: linkOptions({
        to: '/workout-ranking/$workoutType/$rankingType',
        params: { workoutType, rankingType: 'tfo' },
      }),
      label: 'ランキング',
      Icon: IconTrophy,
    },
    { link: linkOptions({ to: '/my-trainer' }), label: 'マイトレーナー', Icon: IconUserHeart },
  ];
  return (
    <Stack aria-label="トレーニング" as="nav" columns={2} gap={12} className={classes.tiles}>
      {tiles.map(({ link, label, Icon: TileIcon }) => (
        <Link
          key={label}
          {...link}
          className={`${cardLink} ${look('stack', 'weight-700', 'leading-tight')} ${classes.tile}`}
        >
          <TileIcon size={32} stroke={1.5} aria-hidden />
          {label}
        </Link>
      ))}
    </Stack>
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

/** Entries for trainers and staff. The pages do not exist for others. */
const workEntries = [
  {
    group: 'trainer',
    link: linkOptions({ to: '/trainer' }),
    label: 'トレーナー画面',
    Icon: IconClipboardHeart,
  },
  { group: 'staff', link: linkOptions({ to: '/staff' }), label: '店舗管理', Icon: IconTool },
] as const;

const settingsSections = [
  {
    heading: 'お知らせ・ガイド',
    entries: [
      { link: linkOptions({ to: '/informations' }), label: 'お知らせ', Icon: IconBell },
      { link: linkOptions({ to: '/tutorial' }), label: 'ご利用ガイド', Icon: IconHelpCircle },
      {
        link: linkOptions({ to: '/settings/contact' }),
        label: 'お問い合わせ',
        Icon: IconMessageCircle,
      },
    ],
  },
  {
    heading: '設定',
    entries: [
      {
        link: linkOptions({ to: '/settings/notifications' }),
        label: '通知の設定',
        Icon: IconBellCog,
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
    ],
  },
  {
    heading: '規約',
    entries: [
      { link: linkOptions({ to: '/terms' }), label: '利用規約', Icon: IconFileText },
      {
        link: linkOptions({ to: '/privacy-policy' }),
        label: 'プライバシーポリシー',
        Icon: IconShieldLock,
      },
    ],
  },
] as const;
