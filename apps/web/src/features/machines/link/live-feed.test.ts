import type { LiveMessage, MemberLiveMessage } from '@tanren/contract/machines/machine-messages';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSafeStorage } from '#lib/browser-storage.ts';
import type { ConnectionEvents } from '#lib/realtime/realtime-connection.ts';
import { createLiveFeed } from './live-feed.ts';

const connectionId = 'link-1';
const live: LiveMessage = {
  type: 'rep',
  connectionId,
  workoutUuid: 'bout-1',
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  loadKg: 40,
  lifting: true,
  sets: [{ loadKg: 40, reps: 1 }],
  max: 40,
  tfo: 40,
};
const stored: MemberLiveMessage = {
  type: 'workout-stored',
  connectionId,
  workoutUuid: 'bout-1',
  workoutId: 5,
  workoutTypeId: 1,
  max: 40,
  tfo: 40,
  personalBests: [],
};

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => {
      items.clear();
    },
  };
}

function setUp(storage = memoryStorage()) {
  const world = {
    events: null as ConnectionEvents | null,
    opened: 0,
    closed: 0,
    arrived: [] as string[],
    refused: 0,
    refuse: false,
    signOut: () => {},
  };
  const feed = createLiveFeed({
    storage: createSafeStorage(() => storage),
    issueCredentials: () =>
      world.refuse
        ? Promise.reject(new RangeError('not linked'))
        : Promise.resolve({
            url: 'ws://localhost/mqtt',
            clientId: 'c',
            username: 'u',
            password: 'very-secret-ticket',
            topics: ['t'],
            expiresAt: '2026-01-01T00:00:00.000Z',
          }),
    open: (_credentials, events) => {
      world.opened += 1;
      world.events = events;
      return Promise.resolve({
        isOpen: () => true,
        subscribe: () => Promise.resolve(),
        close: () => {
          world.closed += 1;
        },
      });
    },
    isFinal: (error) => error instanceof RangeError,
    watchWaking: () => () => {},
  });
  const watch = (sub = 'member-1', link = connectionId) => {
    feed.watch({
      sub,
      connectionId: link,
      onArrival: ({ type }) => world.arrived.push(type),
      onRejected: () => {
        world.refused += 1;
      },
      watchGone: (onGone) => {
        world.signOut = onGone;
        return () => {};
      },
    });
    return vi.advanceTimersByTimeAsync(0);
  };
  const say = (message: object) => world.events?.onMessage(JSON.stringify(message));
  return { world, feed, watch, say, storage, live: () => feed.getSnapshot().live };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('shows arriving messages while a view is open, and catches up later', async () => {
  const parts = setUp();
  await parts.watch();
  const detach = parts.feed.attach();
  parts.say(live);
  expect(parts.live().bout?.seq).toBe(1);
  detach();
  parts.say({ ...live, seq: 2 });
  parts.say(stored);
  expect(parts.live().bout?.seq).toBe(1);
  // Other pages of the app receive messages even if no live view is open.
  expect(parts.world.arrived).toEqual(['rep', 'rep', 'workout-stored']);
  parts.feed.attach();
  expect([parts.live().bout?.seq, parts.live().stored?.workoutId]).toEqual([2, 5]);
});

it('stays connected when it watches the same link again, or the next one', async () => {
  const { world, watch } = setUp();
  await watch();
  await watch();
  await watch('member-1', 'link-2');
  expect([world.opened, world.closed]).toEqual([1, 0]);
});

it('continues after a reload, for the same member and link only', async () => {
  const first = setUp();
  await first.watch();
  first.feed.attach();
  first.say(live);
  const again = setUp(first.storage);
  await again.watch();
  expect(again.live().bout).toEqual(live);
  const otherLink = setUp(first.storage);
  await otherLink.watch('member-1', 'link-2');
  expect(otherLink.live().bout).toBeNull();
  first.say({ ...live, seq: 2 });
  const otherMember = setUp(first.storage);
  await otherMember.watch('member-2');
  expect(otherMember.live().bout).toBeNull();
});

it('keeps the chosen end of a rest after a reload, until the next set begins', async () => {
  const first = setUp();
  await first.watch();
  first.feed.attach();
  const rest = { ...live, seq: 2, type: 'set-ended', lifting: false } as const;
  first.say(live);
  first.say(rest);
  first.feed.endRestAt(5000);
  const again = setUp(first.storage);
  await again.watch();
  expect(again.live()).toMatchObject({ restSince: rest.at, restEnd: 5000 });
  again.feed.attach();
  again.say({ ...rest, seq: 3, type: 'state' });
  expect(again.live().restEnd).toBe(5000);
  again.say({ ...live, seq: 4, sets: [...live.sets, { loadKg: 40, reps: 1 }] });
  expect(again.live()).toMatchObject({ restSince: null, restEnd: null });
});

it('ignores unreadable data in the storage and on the wire', async () => {
  const storage = memoryStorage();
  for (const text of ['{', '{"sub":"member-1"}', '{"sub":"member-1","state":{"bout":{}}}']) {
    storage.setItem('tanren_live', text);
    const { watch, live: state } = setUp(storage);
    await watch();
    expect(state().bout).toBeNull();
  }
  const parts = setUp();
  await parts.watch();
  parts.feed.attach();
  parts.world.events?.onMessage('{');
  parts.say({ ...live, tfo: 'much' });
  expect(parts.live().bout).toBeNull();
});

it('stores no credentials', async () => {
  const { feed, watch, say, storage } = setUp();
  await watch();
  feed.attach();
  say(live);
  const saved = storage.getItem('tanren_live');
  expect(saved).toContain('bout-1');
  expect(saved).not.toContain('very-secret-ticket');
  expect(JSON.stringify(feed.getSnapshot())).not.toContain('very-secret-ticket');
});

it('clears everything when the member signs out', async () => {
  const { world, feed, watch, say, storage, live: state } = setUp();
  await watch();
  const detach = feed.attach();
  say(live);
  detach();
  say({ ...live, seq: 2 });
  world.signOut();
  // The messages that waited for a view belonged to the member who signed out.
  await watch();
  feed.attach();
  expect(state().bout).toBeNull();
  say(live);
  world.signOut();
  expect([state().bout, world.closed, storage.length]).toEqual([null, 2, 0]);
  say({ ...live, seq: 2 });
  expect([state().bout, storage.length]).toEqual([null, 0]);
  await watch('member-2');
  expect([world.opened, state().bout]).toEqual([3, null]);
});

it('waits a minute after the end of the link for the result of the workout', async () => {
  const { world, feed, watch, say, storage, live: state } = setUp();
  await watch();
  feed.attach();
  say(live);
  feed.linger();
  expect(storage.length).toBe(0);
  await vi.advanceTimersByTimeAsync(59_000);
  say(stored);
  expect(state().stored?.workoutId).toBe(5);
  await vi.advanceTimersByTimeAsync(1000);
  expect([world.closed, feed.getSnapshot().channel.phase]).toEqual([1, 'ended']);
  expect(storage.length).toBe(0);
});

it('reports that the server has no link', async () => {
  const { world, feed, watch } = setUp();
  world.refuse = true;
  await watch();
  expect([world.refused, feed.getSnapshot().channel.phase]).toEqual([1, 'ended']);
});
