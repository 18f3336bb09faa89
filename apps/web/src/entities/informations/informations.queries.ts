import { type Information, listInformations } from '@tanren/contract/informations';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
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
function getReadVersion(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function isUnread(readVersion: string | null, count: number): boolean {
  return readVersion !== String(count);
}

/** Those that came since the last visit and were not opened yet: in this tab, until it is closed. */
const unopenedKey = 'tanren:unopened-informations';

function getUnopened(): string {
  try {
    return sessionStorage.getItem(unopenedKey) ?? '';
  } catch {
    return '';
  }
}

const toIds = (stored: string) => stored.split(',').filter(Boolean).map(Number);

function store(write: () => void): void {
  try {
    write();
  } catch {
    // Without storage the marks come back with the next page; nothing else depends on them.
  }
  for (const listener of listeners) listener();
}

/** The ids of those that came since the last visit, the newest first. */
function listNew(informations: readonly Information[]): number[] {
  const count = informations.length;
  const readVersion = getReadVersion();
  if (!isUnread(readVersion, count)) return [];
  // Someone who never read any has not missed seven pieces of news: only the newest is new.
  const newCount = readVersion === null ? 1 : Math.max(0, count - Number(readVersion));
  return informations.slice(0, newCount).map(({ id }) => id);
}

/**
 * Marks all announcements as read once the text of every new one is shown: by the list, which shows
 * the texts of new ones, or by the page of the only new one. They stay marked as new until opened.
 */
export function markReadIfShown(
  informations: readonly Information[],
  isShown: (id: number) => boolean,
): void {
  if (!isUnread(getReadVersion(), informations.length)) return;
  const newIds = listNew(informations);
  if (!newIds.every(isShown)) return;
  const unopened = new Set([...toIds(getUnopened()), ...newIds]);
  store(() => {
    localStorage.setItem(storageKey, String(informations.length));
    sessionStorage.setItem(unopenedKey, [...unopened].join(','));
  });
}

/** The ids of what is new and not opened yet. */
export function useUnopened(): readonly number[] {
  return toIds(useSyncExternalStore(subscribeToReadVersion, getUnopened, () => ''));
}

/** What is shown is new no more; null: nothing is shown. */
export function useMarkOpened(id: number | null): void {
  const unopened = useUnopened();
  const isUnopened = id !== null && unopened.includes(id);
  useEffect(() => {
    if (!isUnopened) return;
    const left = toIds(getUnopened()).filter((one) => one !== id);
    store(() => {
      sessionStorage.setItem(unopenedKey, left.join(','));
    });
  }, [id, isUnopened]);
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
