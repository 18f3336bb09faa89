import { createStore, delMany, keys, promisifyRequest, type UseStore } from 'idb-keyval';
import { registerDeviceData } from './device-data.ts';
import type { UnsentWrite } from './outbox-rules.ts';

/*
 * The storage of waiting writes. Each account has one list, which is changed as a whole in one
 * transaction, so that two tabs never lose each other's writes.
 */

type Writes = readonly UnsentWrite[];

let opened: UseStore | null = null;

function open(): UseStore {
  opened ??= createStore('tanren-outbox', 'writes');
  return opened;
}

/** Writes in browsers without storage. They last as long as the tab. */
const inMemory = new Map<string, Writes>();

export async function changeWrites(sub: string, rule: (writes: Writes) => Writes): Promise<Writes> {
  const inTab = inMemory.get(sub);
  if (inTab !== undefined) return changeInMemory(sub, rule);
  try {
    return await open()('readwrite', (store) => changeStored(store, sub, rule));
  } catch {
    return changeInMemory(sub, rule);
  }
}

function changeInMemory(sub: string, rule: (writes: Writes) => Writes): Writes {
  const next = rule(inMemory.get(sub) ?? []);
  if (next.length === 0) inMemory.delete(sub);
  else inMemory.set(sub, next);
  return next;
}

/** Changes the stored list and resolves when it is on the disk. An empty list is not stored. */
async function changeStored(
  store: IDBObjectStore,
  sub: string,
  rule: (writes: Writes) => Writes,
): Promise<Writes> {
  const stored = (await promisifyRequest(store.get(sub))) as Writes | undefined;
  const before = stored ?? [];
  const next = rule(before);
  if (next === before) return next;
  if (next.length === 0) store.delete(sub);
  else store.put(next, sub);
  await promisifyRequest(store.transaction);
  return next;
}

export async function readWrites(sub: string): Promise<Writes> {
  return await changeWrites(sub, (writes) => writes);
}

const listeners = new Set<(except: string | null) => void>();

/** Registers a listener that is called when writes have been removed from the device. */
export function onWiped(listener: (except: string | null) => void): void {
  listeners.add(listener);
}

registerDeviceData('outbox', async (except) => {
  for (const sub of inMemory.keys()) if (sub !== except) inMemory.delete(sub);
  for (const listener of listeners) listener(except);
  const all = await keys<string>(open());
  await delMany(
    all.filter((sub) => sub !== except),
    open(),
  );
});
