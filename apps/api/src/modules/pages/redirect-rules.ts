import type { RedirectRule } from '@tanren/contract/build-manifest';

/** Addresses that people type or that are printed somewhere, and where they lead. */
export const redirectRules: readonly RedirectRule[] = [
  { from: '/home', to: '/' },
  { from: '/signin', to: '/login' },
  { from: '/signup', to: '/register' },
  { from: '/workout-ranking', to: '/workout-ranking/1/tfo' },
  { from: '/help', to: '/tutorial' },
  // The ministry's exercise guide; posters on the machines point here.
  {
    from: '/guides/physical-activity',
    to: 'https://www.mhlw.go.jp/stf/seisakunitsuite/bunya/kenkou_iryou/kenkou/undou/index.html',
  },
];
