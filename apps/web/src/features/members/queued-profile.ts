import type { UserInfo } from '@tanren/contract/members/userinfo';
import type { QueryClient } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { refreshRankings } from '#entities/workouts/workouts.queries.ts';
import { cacheUserInfo } from '#lib/auth/session.ts';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';
import {
  explainChange,
  labelEditing,
  notifyRejectedChange,
  type QueuedWrites,
} from '#lib/offline/queued-write.ts';

const shared = {
  doneText: 'に変更',
  hasContent: true,
  explain: (write: UnsentWrite) => explainChange(write),
  onSent: (queryClient: QueryClient, _write: UnsentWrite, answer: UserInfo) => {
    cacheUserInfo(queryClient, answer);
    void refreshRankings(queryClient);
  },
  onRejected: (queryClient: QueryClient) => {
    // The member compares the change with the server's version, so that is fetched.
    void queryClient.invalidateQueries({ queryKey: ['userinfo'] });
    notifyRejectedChange();
    return false;
  },
} as const;

/** The queued writes of the profile: its form, and the ranking switch. */
export const queuedProfile = {
  profile: {
    ...shared,
    name: () => 'プロフィールの変更',
    findWayOn: (write) =>
      write.refusal === null
        ? null
        : { link: linkOptions({ to: '/settings/userinfo' }), label: labelEditing(write) },
  },
  'ranking-visibility': {
    ...shared,
    name: ({ about }) => `${about}の変更`,
    findWayOn: () => null,
  },
} satisfies Pick<QueuedWrites, 'profile' | 'ranking-visibility'>;
