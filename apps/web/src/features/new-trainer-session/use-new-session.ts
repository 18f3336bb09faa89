import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findNewSession } from './find-new-session.ts';
import { newTrainerSessionsQuery } from './new-trainer-session.queries.ts';

/** What a trainer made and the member has not run yet, and whether the page opened with it. */
export function useNewSession() {
  const query = useQuery(newTrainerSessionsQuery);
  const [now] = useState(() => Date.now());
  const session = findNewSession(query.data ?? [], now);
  const [wasThere] = useState(session !== null);
  return { session, wasThere, query } as const;
}
