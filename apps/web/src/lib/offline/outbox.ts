import { useSyncExternalStore } from 'react';
import { getStoredIdentity } from '#lib/auth/auth.ts';
import { removeTarget, type UnsentWrite } from './outbox-rules.ts';
import { removeHomePicture } from './home-picture.ts';
import { changeWrites, onWiped, readWrites } from './outbox-store.ts';

/*
 * Writes that wait for a network, as this tab knows them (decision 0030). `write-through.ts` adds
 * them and `outbox-sender.ts` sends them.
 */

type Writes = readonly UnsentWrite[];

const nothing: Writes = [];

interface KnownOutbox {
  readonly sub: string | null;
  readonly writes: Writes;
  /** Whether the last attempt got no answer. Until then a write counts as being sent. */
  readonly isStuck: boolean;
}

let known: KnownOutbox = { sub: null, writes: nothing, isStuck: false };
const listeners = new Set<() => void>();

/** Returns the member of this device, even while the tokens cannot be renewed. */
export function getStoredSub(): string | null {
  return getStoredIdentity()?.sub ?? null;
}

function show(sub: string | null, writes: Writes, isStuck = known.isStuck): void {
  if (known.sub === sub && known.writes === writes && known.isStuck === isStuck) return;
  known = { sub, writes, isStuck };
  for (const listener of listeners) listener();
}

/** Messages to other tabs. */
export type TabMessage =
  | { readonly kind: 'changed'; readonly sub: string }
  | { readonly kind: 'sent'; readonly write: UnsentWrite; readonly answer: unknown };

/** `null` while this tab does not listen to others either. */
let post: ((message: TabMessage) => void) | null = null;

export function postToTabs(message: TabMessage): void {
  post?.(message);
}

/** Listens to other tabs. Returns a function that stops it. */
export function listenToTabs(onSent: (write: UnsentWrite, answer: unknown) => void): () => void {
  const channel = new BroadcastChannel('tanren-outbox');
  post = channel.postMessage.bind(channel);
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'sent') onSent(data.write, data.answer);
    else void reload(data.sub);
  });
  return () => {
    channel.close();
    post = null;
  };
}

async function reload(sub: string): Promise<void> {
  if (known.sub === sub) showStored(sub, await readWrites(sub));
}

/** Records whether the last attempt got no answer. Pages mark unsent content then. */
export function recordStuck(isStuck: boolean): void {
  show(known.sub, known.writes, isStuck);
}

type Rule = (writes: Writes) => Writes;

/** Changes that are already shown but not on the disk yet, in the order of the taps. */
const ahead: { readonly sub: string; readonly rule: Rule }[] = [];

/**
 * Shows the stored list with the newer changes applied, so that an older state does not flash up.
 */
function showStored(sub: string, stored: Writes): void {
  const mine = ahead.filter((change) => change.sub === sub);
  show(
    sub,
    mine.reduce((writes, { rule }) => rule(writes), stored),
  );
}

/**
 * Changes the stored list. With `atOnce` the change is shown before it is on the disk, because the
 * member has tapped.
 */
export async function changeOutbox(sub: string, rule: Rule, atOnce = false): Promise<Writes> {
  const change = { sub, rule };
  if (atOnce && known.sub === sub) {
    ahead.push(change);
    show(sub, rule(known.writes));
  }
  let changed = false;
  const writes = await changeWrites(sub, (before) => {
    const next = rule(before);
    changed = next !== before;
    return next;
  }).finally(() => {
    const place = ahead.indexOf(change);
    if (place !== -1) ahead.splice(place, 1);
  });
  if (getStoredSub() === sub) showStored(sub, writes);
  if (changed) {
    removeHomePicture();
    postToTabs({ kind: 'changed', sub });
  }
  return writes;
}

/**
 * Reads the waiting writes of the signed-in member. The guard of every page for members calls it
 * before the loaders run.
 */
export async function openOutbox(): Promise<Writes> {
  const sub = getStoredSub();
  if (sub === null) show(null, nothing);
  else if (known.sub !== sub) {
    const left = await readWrites(sub);
    show(sub, left, left.length > 0);
  }
  return known.writes;
}

/** Discards the waiting writes for a target after the member has given them up. */
export async function deleteUnsent(target: string): Promise<void> {
  const sub = getStoredSub();
  if (sub !== null) await changeOutbox(sub, (writes) => removeTarget(writes, target));
}

onWiped((except) => {
  if (known.sub !== except) show(null, nothing, false);
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUnsent(): Writes {
  return useSyncExternalStore(
    subscribe,
    () => known.writes,
    () => nothing,
  );
}

function listWaiting({ writes, isStuck }: KnownOutbox): Writes {
  return isStuck ? writes : writes.filter(({ refusal }) => refusal !== null);
}

/** Returns the writes that are sent automatically when the server can be reached again. */
const listToSend = () => listWaiting(known).filter(({ refusal }) => refusal === null);

export function useWaitingCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => listToSend().length,
    () => 0,
  );
}

export function useIsWaiting(target: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => listToSend().some((write) => write.target === target),
    () => false,
  );
}

/** Returns the number of writes that the server rejected. The member has to decide about them. */
export function useRejectedCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => known.writes.filter(({ refusal }) => refusal !== null).length,
    () => 0,
  );
}

/** Returns whether a change of these targets has not arrived and is not just being sent. */
export function useIsUnsent(...targets: readonly string[]): boolean {
  return useSyncExternalStore(
    subscribe,
    () => listWaiting(known).some(({ target }) => targets.includes(target)),
    () => false,
  );
}

/** Counts the unsent writes before all data is removed from this device. */
export async function countUnsent(): Promise<number> {
  return (await openOutbox()).length;
}
