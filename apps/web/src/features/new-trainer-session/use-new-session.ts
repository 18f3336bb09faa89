import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '#lib/server-time.ts';
import { findNewSession } from './find-new-session.ts';
import { newTrainerSessionsQuery } from './new-trainer-session.queries.ts';

/** What a trainer made and the member has not run yet, and whether the page opened with it. */
export function useNewSession() {
  const query = useQuery(newTrainerSessionsQuery);
  const [now] = useState(() => serverNow());
  const session = findNewSession(query.data ?? [], now);
  const [wasThere] = useState(session !== null);
  return { session, wasThere, query } as const;
}
