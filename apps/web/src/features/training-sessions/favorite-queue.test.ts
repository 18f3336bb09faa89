import { describe, expect, it } from 'vitest';
import {
  createFavoriteQueue,
  loadPendingFavorites,
  pendingFavoritesKey,
  type Outcome,
  savePendingFavorites,
  type PendingFavorites,
} from './favorite-queue.ts';

/** Calls that are answered by hand, and a clock that is turned by hand. */
function openQueue(stored: PendingFavorites = new Map()) {
  const calls: { id: number; favorite: boolean; answer: (outcome: Outcome) => void }[] = [];
  const timers: { retry: () => void; ms: number }[] = [];
  const store = { pending: stored };
  const queue = createFavoriteQueue({
    load: () => store.pending,
    save: (next) => {
      store.pending = next;
    },
    send: (id, favorite) =>
      new Promise((answer) => {
        calls.push({ id, favorite, answer });
      }),
    schedule: (retry, ms) => timers.push({ retry, ms }),
  });
  const answer = async (outcome: Outcome) => {
    calls.at(-1)?.answer(outcome);
    await Promise.resolve();
    await Promise.resolve();
  };
  const sent = () => calls.map(({ id, favorite }) => [id, favorite]);
  return { queue, store, timers, answer, sent };
}

describe('favourite wishes', () => {
  it('are shown and stored at once, and forgotten once they are answered', async () => {
    const { queue, store, answer, sent } = openQueue();
    let notifications = 0;
    queue.subscribe(() => {
      notifications += 1;
    });
    queue.change(5, true);
    expect([...queue.read()]).toEqual([[5, true]]);
    expect([...store.pending]).toEqual([[5, true]]);
    await answer('done');
    expect(sent()).toEqual([[5, true]]);
    expect(queue.read().size).toBe(0);
    expect(store.pending.size).toBe(0);
    expect(notifications).toBe(2);
  });

  it('are sent one after the other, and only the last of them', async () => {
    const { queue, answer, sent } = openQueue();
    queue.change(5, true);
    queue.change(5, false);
    queue.change(5, true);
    queue.change(5, false);
    expect(sent()).toEqual([[5, true]]);
    await answer('done');
    expect(sent()).toEqual([
      [5, true],
      [5, false],
    ]);
    expect([...queue.read()]).toEqual([[5, false]]);
    await answer('done');
    expect(sent()).toHaveLength(2);
    expect(queue.read().size).toBe(0);
  });

  it('need no second call when the last is the one under way', async () => {
    const { queue, answer, sent } = openQueue();
    queue.change(5, true);
    queue.change(5, false);
    queue.change(5, true);
    await answer('done');
    expect(sent()).toEqual([[5, true]]);
    expect(queue.read().size).toBe(0);
  });

  it('outlast a lost connection, and are tried again later and later', async () => {
    const { queue, timers, answer, sent } = openQueue();
    queue.change(5, true);
    for (let time = 0; time < 6; time += 1) {
      await answer('later');
      expect(timers).toHaveLength(time + 1);
      timers[time]?.retry();
    }
    expect(timers.map(({ ms }) => ms / 1000)).toEqual([5, 10, 20, 40, 60, 60]);
    expect([...queue.read()]).toEqual([[5, true]]);
    await answer('done');
    expect(sent()).toHaveLength(7);
    expect(queue.read().size).toBe(0);
  });

  it('are sent at once when the connection is back, but never twice at a time', async () => {
    const { queue, answer, sent } = openQueue();
    queue.change(5, true);
    queue.retry();
    expect(sent()).toHaveLength(1);
    await answer('later');
    queue.retry();
    queue.retry();
    expect(sent()).toHaveLength(2);
  });

  it('give way to a refusal', async () => {
    const { queue, answer, timers } = openQueue();
    queue.change(5, true);
    await answer('refused');
    expect(queue.read().size).toBe(0);
    expect(timers).toEqual([]);
  });

  it('of the last visit go on their way, and follow another tab', async () => {
    const { queue, store, answer, sent } = openQueue(new Map([[7, true]]));
    queue.retry();
    expect(sent()).toEqual([[7, true]]);
    store.pending = new Map([[7, false]]);
    queue.reload();
    await answer('done');
    expect(sent()).toEqual([
      [7, true],
      [7, false],
    ]);
  });

  it('of whoever has left are not sent any more', async () => {
    const { queue, store, answer, sent } = openQueue();
    queue.change(5, true);
    queue.close();
    await answer('later');
    queue.retry();
    expect(sent()).toHaveLength(1);
    expect([...store.pending]).toEqual([[5, true]]);
  });
});

function createStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => {
      items.set(name, text);
    },
    removeItem: (name: string) => {
      items.delete(name);
    },
  };
}

it('keeps the wishes of each member apart, and nothing when there are none', () => {
  const storage = createStorage();
  const name = pendingFavoritesKey('tetsu');
  savePendingFavorites(storage, name, new Map([[5, true]]));
  expect([...loadPendingFavorites(storage, name)]).toEqual([[5, true]]);
  expect(loadPendingFavorites(storage, pendingFavoritesKey('haru')).size).toBe(0);
  savePendingFavorites(storage, name, new Map());
  expect(storage.items.size).toBe(0);
});

it('takes nothing that is no wish', () => {
  const storage = createStorage();
  for (const text of ['', '{', '{"5":true}', 'null', '[5,true]', '[["5",true],[6,1]]']) {
    storage.setItem('wishes', text);
    expect(loadPendingFavorites(storage, 'wishes').size).toBe(0);
  }
});

it('goes on where storage is forbidden', () => {
  const refuse = () => {
    throw new Error('SecurityError');
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  savePendingFavorites(storage, 'wishes', new Map([[5, true]]));
  expect(loadPendingFavorites(storage, 'wishes').size).toBe(0);
});
