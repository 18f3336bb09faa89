import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { informationsQuery } from './informations.queries.ts';
import { getReadVersion, isUnread, subscribeToReadVersion } from './read-version.ts';

/** False until the announcements are known: a badge that vanishes again would be a lie. */
export function useUnread(): boolean {
  const { data } = useQuery(informationsQuery);
  const readVersion = useSyncExternalStore(subscribeToReadVersion, getReadVersion, () => null);
  return data !== undefined && isUnread(readVersion, data.length);
}
