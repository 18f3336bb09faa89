import { type Announcement, listAnnouncements } from '@tanren/contract/members/announcements';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { callApi } from '#lib/api.ts';
import { deviceStorage, tabStorage } from '#lib/browser-storage.ts';

export const announcementsQuery = queryOptions({
  queryKey: ['informations'],
  queryFn: ({ signal }) => callApi(listAnnouncements, {}, signal),
  // The bell refetches this often and stays silent on errors. The announcements page shows the
  // error.
  meta: { errorShownByPage: true },
});

const storageKey = 'read_information_version';

const listeners = new Set<() => void>();

/**
 * Returns the number of announcements when the member last read them on this device, as a string.
 * Returns `null` if they were never read.
 */
function getReadVersion(): string | null {
  return deviceStorage.read(storageKey);
}

function isUnread(readVersion: string | null, count: number): boolean {
  return readVersion !== String(count);
}

/**
 * Session storage key for the ids of new announcements that the member has not opened yet. They are
 * remembered in this tab until it is closed.
 */
const unopenedKey = 'tanren:unopened-informations';

function getUnopened(): string {
  return tabStorage.read(unopenedKey) ?? '';
}

const toIds = (stored: string) => stored.split(',').filter(Boolean).map(Number);

function saveUnopened(ids: Iterable<number>): void {
  tabStorage.save(unopenedKey, [...ids].join(','));
  for (const listener of listeners) listener();
}

/** Returns the ids of the announcements published since the last visit, newest first. */
function listNew(announcements: readonly Announcement[]): number[] {
  const count = announcements.length;
  const readVersion = getReadVersion();
  if (!isUnread(readVersion, count)) return [];
  // For a member who never read any announcement, only the newest one counts as new.
  const newCount = readVersion === null ? 1 : Math.max(0, count - Number(readVersion));
  return announcements.slice(0, newCount).map(({ id }) => id);
}

/**
 * Marks all announcements as read once the text of every new one is shown. The list shows the texts
 * of all new ones; the page of an announcement counts if it is the only new one. They stay marked
 * as new until they are opened.
 */
export function markReadIfShown(
  announcements: readonly Announcement[],
  isShown: (id: number) => boolean,
): void {
  if (!isUnread(getReadVersion(), announcements.length)) return;
  const newIds = listNew(announcements);
  if (!newIds.every(isShown)) return;
  const unopened = new Set([...toIds(getUnopened()), ...newIds]);
  deviceStorage.save(storageKey, String(announcements.length));
  saveUnopened(unopened);
}

/** Returns the ids of the new announcements that the member has not opened yet. */
export function useUnopened(): readonly number[] {
  return toIds(useSyncExternalStore(subscribeToReadVersion, getUnopened, () => ''));
}

/** Removes the "new" mark of the announcement that is shown. Does nothing when `id` is `null`. */
export function useMarkOpened(id: number | null): void {
  const unopened = useUnopened();
  const isUnopened = id !== null && unopened.includes(id);
  useEffect(() => {
    if (!isUnopened) return;
    saveUnopened(toIds(getUnopened()).filter((one) => one !== id));
  }, [id, isUnopened]);
}

/** Calls the listener after changes in this tab and, through the storage event, in other tabs. */
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

/**
 * Returns `false` until the announcements are loaded, so that no badge appears and vanishes again.
 */
export function useUnread(): boolean {
  const { data } = useQuery(announcementsQuery);
  const readVersion = useSyncExternalStore(subscribeToReadVersion, getReadVersion, () => null);
  return data !== undefined && isUnread(readVersion, data.length);
}
