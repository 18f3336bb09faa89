import { listInformations } from '@tanren/contract/informations';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { callApi } from '#lib/api.ts';

export const informationsQuery = queryOptions({
  queryKey: ['informations'],
  queryFn: ({ signal }) => callApi(listInformations, {}, signal),
  // The bell asks again and again; the page of announcements itself tells when it has none.
  meta: { errorShownByPage: true },
});

const storageKey = 'read_information_version';

const listeners = new Set<() => void>();

/** How many announcements there were when they were last read on this device; null: never. */
export function getReadVersion(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function isUnread(readVersion: string | null, count: number): boolean {
  return readVersion !== String(count);
}

export function markRead(count: number): void {
  try {
    localStorage.setItem(storageKey, String(count));
  } catch {
    // Without storage the badge comes back with the next page; nothing else depends on it.
  }
  for (const listener of listeners) listener();
}

/** Changes in this tab and, through the storage event, in others. */
function subscribeToReadVersion(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === storageKey || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** False until the announcements are known: a badge that vanishes again would be a lie. */
export function useUnread(): boolean {
  const { data } = useQuery(informationsQuery);
  const readVersion = useSyncExternalStore(subscribeToReadVersion, getReadVersion, () => null);
  return data !== undefined && isUnread(readVersion, data.length);
}
