import { IconBarbell, IconHistory, IconHome, IconListCheck, IconMenu2 } from '@tabler/icons-react';

/** The five places of the bottom navigation; the third stands out: linking a machine is what members come for. */
export const navigation = [
  { to: '/', label: 'ホーム', Icon: IconHome, exact: true },
  { to: '/workouts', label: '履歴', Icon: IconHistory, exact: false },
  { to: '/tanren-link', label: '接続', Icon: IconBarbell, exact: false },
  { to: '/my-training-sessions', label: 'セッション', Icon: IconListCheck, exact: false },
  { to: '/settings', label: 'メニュー', Icon: IconMenu2, exact: false },
] as const;

/** How the addresses of all pages of one's own and public sessions begin. */
export const sessionPlace = {
  to: '/my-training-sessions',
  pattern: /^\/[a-z-]*training-sessions/,
};

export const raisedPlace = '/tanren-link';
