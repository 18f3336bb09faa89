import { addHonorific } from '@tanren/domain/honorifics';
import { IconChevronRight, IconUserHeart } from '@tabler/icons-react';
import {
  listTrainerTrainingSessions,
  type TrainerTrainingSession,
} from '@tanren/contract/training-sessions';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { hasTrainerHint, keepTrainerHint } from '#entities/members/trainer-link.ts';
import {
  describeMinutes,
  trainingSessionsKey,
} from '#entities/training-sessions/training-sessions.queries.ts';
import { callApi } from '#lib/api.ts';
import { waitBriefly } from '#lib/query-client.ts';
import { serverNow } from '#lib/server-time.ts';
import { cardLink } from '#ui/lists/cards.tsx';
import classes from './new-session-card.module.css';

/** Enough to find one that was never run: whoever makes so many at once wants the newest run. */
const newest = 10;

/** The last changed ones that trainers made for the member, and whether they were run. */
const newTrainerSessionsQuery = queryOptions({
  queryKey: [trainingSessionsKey, 'newest-by-trainer'],
  queryFn: async ({ signal }) => {
    const querystring = { limit: newest };
    const { items } = await callApi(listTrainerTrainingSessions, { querystring }, signal);
    if (items.length > 0) await keepTrainerHint(true);
    return items;
  },
  // Asked at every look, but not at once: the loader has just asked.
  staleTime: 3_000,
  // Nobody misses what nobody knows of.
  meta: { errorShownByPage: true },
});

/**
 * So that the card stands in its place from the first moment on. Members who never had a trainer
 * wait for nothing; what comes too late is shown where it moves nothing.
 */
export async function loadNewSession(queryClient: QueryClient): Promise<void> {
  if (!(await hasTrainerHint())) return;
  await waitBriefly(queryClient.query({ ...newTrainerSessionsQuery, staleTime: 0 }));
}

/** What a trainer made and the member has not run yet, and whether the page opened with it. */
export function useNewSession() {
  const query = useQuery(newTrainerSessionsQuery);
  const [now] = useState(() => serverNow());
  const session = findNewSession(query.data ?? [], now);
  const [wasThere] = useState(session !== null);
  return { session, wasThere, query } as const;
}

const dayMs = 24 * 60 * 60_000;

/** What has waited for longer is no news, and whoever does not want it is not reminded for ever. */
const newForMs = 30 * dayMs;

/** Of those with the last changed first: the first that the member never ran. */
export function findNewSession<S extends Pick<TrainerTrainingSession, 'lastRunAt' | 'updatedAt'>>(
  sessions: readonly S[],
  now: number,
): S | null {
  const isNew = ({ lastRunAt, updatedAt }: S) =>
    lastRunAt === null && now - Date.parse(updatedAt) <= newForMs;
  return sessions.find(isNew) ?? null;
}

/** On the home page: what a trainer made and the member has not run yet. */
export function NewSessionCard({ session }: { readonly session: TrainerTrainingSession }) {
  const { trainingSessionId, title, author, workoutTypeIds } = session;
  const facts = [
    // Whoever has left has no name any more.
    ...(author.nickname === '' ? [] : [addHonorific(author.nickname)]),
    `${workoutTypeIds.length}種目`,
    describeMinutes(session),
  ];
  return (
    <Link
      to="/training-sessions/$trainingSessionId"
      params={{ trainingSessionId }}
      className={cardLink}
    >
      <span className={classes.row}>
        <span className={classes.words}>
          <span className={classes.label}>
            <IconUserHeart size={20} stroke={1.75} aria-hidden />
            トレーナーからの新しいメニュー
          </span>
          <strong className={classes.title}>{title}</strong>
          <span className={classes.facts}>{facts.join('・')}</span>
        </span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </span>
    </Link>
  );
}
