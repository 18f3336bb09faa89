import { IconBarbell, IconHistory, IconHome, IconListCheck, IconMenu2 } from '@tabler/icons-react';

/** The five places of the bottom navigation; the third stands out: linking a machine is what members come for. */
export const navigation = [
  { to: '/', label: 'ホーム', Icon: IconHome, exact: true },
  { to: '/workouts', label: '履歴', Icon: IconHistory, exact: false },
  { to: '/tanren-link', label: '接続', Icon: IconBarbell, exact: false },
  { to: '/my-training-sessions', label: 'セッション', Icon: IconListCheck, exact: false },
  { to: '/settings', label: 'メニュー', Icon: IconMenu2, exact: false },
] as const;

/** The addresses of all pages of sessions have this in common; no place's own begins them. */
export const sessionPlace = { to: '/my-training-sessions', part: 'training-sessions' };

export const raisedPlace = '/tanren-link';
