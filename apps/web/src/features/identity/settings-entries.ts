import {
  IconBarbell,
  IconBell,
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
import { linkOptions } from '@tanstack/react-router';

/** Only for those groups: to everybody else the pages do not exist. */
export const workEntries = [
  {
    group: 'trainer',
    link: linkOptions({ to: '/trainer' }),
    label: 'トレーナー画面',
    Icon: IconClipboardHeart,
  },
  { group: 'staff', link: linkOptions({ to: '/staff' }), label: 'スタッフ画面', Icon: IconTool },
] as const;

export const settingsSections = [
  {
    heading: 'メニュー',
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
