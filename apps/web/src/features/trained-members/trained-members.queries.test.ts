import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import {
  dropUnshared,
  forgetMember,
  memberKey,
  trainedMemberQuery,
  trainedMembersQuery,
} from './trained-members.queries.ts';
import {
  trainedHistoryQuery,
  trainedLoadsQuery,
  trainedStatusQuery,
  trainedWorkoutQuery,
  trainedWorkoutsQuery,
} from './trained-records.queries.ts';
import { trainedSessionQuery, trainedSessionsQuery } from './trained-sessions.queries.ts';

const keysOf = (memberId: number): readonly (readonly unknown[])[] => [
  trainedMemberQuery(memberId).queryKey,
  trainedStatusQuery(memberId).queryKey,
  trainedLoadsQuery(memberId).queryKey,
  trainedHistoryQuery(memberId, 1, '3m').queryKey,
  trainedWorkoutQuery(memberId, 5).queryKey,
  trainedWorkoutsQuery(memberId, null).queryKey,
  trainedSessionQuery(memberId, 3).queryKey,
  trainedSessionsQuery(memberId).queryKey,
];

it('leaves nothing of a member whose link has ended, and everything of the others', () => {
  const client = new QueryClient();
  for (const key of keysOf(1)) client.setQueryData(key, 'ハナ');
  for (const key of keysOf(12)) client.setQueryData(key, 'テツ');
  const list: readonly unknown[] = trainedMembersQuery.queryKey;
  client.setQueryData(list, ['ハナ', 'テツ']);
  forgetMember(client, 1);
  const kept = client.getQueryCache().getAll();
  expect(JSON.stringify(kept.map(({ state }) => state.data))).not.toContain('ハナ');
  expect(client.getQueryData(trainedMemberQuery(1).queryKey)).toBeNull();
  expect(client.getQueryCache().findAll({ queryKey: memberKey(12) })).toHaveLength(8);
});

it('keeps of what a member shares no more than they do', () => {
  const client = new QueryClient();
  for (const key of keysOf(1)) client.setQueryData(key, 'ハナ');
  dropUnshared(client, { memberId: 1, scopes: ['status', 'profile'] });
  expect(client.getQueryData(trainedLoadsQuery(1).queryKey)).toBeUndefined();
  expect(client.getQueryData(trainedWorkoutsQuery(1, null).queryKey)).toBeUndefined();
  expect(client.getQueryData(trainedStatusQuery(1).queryKey)).toBe('ハナ');
  expect(client.getQueryData(trainedSessionsQuery(1).queryKey)).toBe('ハナ');
});
