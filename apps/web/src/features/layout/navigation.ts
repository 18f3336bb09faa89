import { IconBarbell, IconHistory, IconHome, IconListCheck, IconMenu2 } from '@tabler/icons-react';

/**
 * The five places of the bottom navigation; the third stands out: linking a machine is what members
 * come for. Each with what the addresses of its pages begin with: a page belongs to the place that
 * members reach it from.
 */
export const navigation = [
  { to: '/', label: 'ホーム', Icon: IconHome, beginnings: [''] },
  {
    to: '/workouts',
    label: '履歴',
    Icon: IconHistory,
    beginnings: ['workouts', 'training-history'],
  },
  { to: '/tanren-link', label: '接続', Icon: IconBarbell, beginnings: ['tanren-link'] },
  {
    to: '/my-training-sessions',
    label: 'セッション',
    Icon: IconListCheck,
    beginnings: [
      'my-training-sessions',
      'favorite-training-sessions',
      'search-training-sessions',
      'training-sessions',
    ],
  },
  {
    to: '/settings',
    label: 'メニュー',
    Icon: IconMenu2,
    beginnings: [
      'settings',
      'informations',
      'workout-ranking',
      'training-status',
      'my-trainer',
      'reservations',
      'gyms',
      'tutorial',
      'terms',
      'privacy-policy',
    ],
  },
] as const;

export const raisedPlace = '/tanren-link';
