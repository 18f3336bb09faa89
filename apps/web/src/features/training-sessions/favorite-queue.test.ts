import { describe, expect, it } from 'vitest';
import {
  createFavoriteWishes,
  loadWishes,
  nameWishStore,
  type Outcome,
  saveWishes,
  type Wishes,
} from './favorite-queue.ts';

/** Calls that are answered by hand, and a clock that is turned by hand. */
function openWishes(stored: Wishes = new Map()) {
  const calls: { id: number; favorite: boolean; answer: (outcome: Outcome) => void }[] = [];
  const timers: { retry: () => void; ms: number }[] = [];
  const store = { wishes: stored };
  const wishes = createFavoriteWishes({
    load: () => store.wishes,
    save: (next) => {
      store.wishes = next;
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
  return { wishes, store, timers, answer, sent };
}

describe('favourite wishes', () => {
  it('are shown and stored at once, and forgotten once they are answered', async () => {
    const { wishes, store, answer, sent } = openWishes();
    let told = 0;
    wishes.subscribe(() => {
      told += 1;
    });
    wishes.wish(5, true);
    expect([...wishes.read()]).toEqual([[5, true]]);
    expect([...store.wishes]).toEqual([[5, true]]);
    await answer('done');
    expect(sent()).toEqual([[5, true]]);
    expect(wishes.read().size).toBe(0);
    expect(store.wishes.size).toBe(0);
    expect(told).toBe(2);
  });

  it('are sent one after the other, and only the last of them', async () => {
    const { wishes, answer, sent } = openWishes();
    wishes.wish(5, true);
    wishes.wish(5, false);
    wishes.wish(5, true);
    wishes.wish(5, false);
    expect(sent()).toEqual([[5, true]]);
    await answer('done');
    expect(sent()).toEqual([
      [5, true],
      [5, false],
    ]);
    expect([...wishes.read()]).toEqual([[5, false]]);
    await answer('done');
    expect(sent()).toHaveLength(2);
    expect(wishes.read().size).toBe(0);
  });

  it('need no second call when the last is the one under way', async () => {
    const { wishes, answer, sent } = openWishes();
    wishes.wish(5, true);
    wishes.wish(5, false);
    wishes.wish(5, true);
    await answer('done');
    expect(sent()).toEqual([[5, true]]);
    expect(wishes.read().size).toBe(0);
  });

  it('outlast a lost connection, and are tried again later and later', async () => {
    const { wishes, timers, answer, sent } = openWishes();
    wishes.wish(5, true);
    for (let time = 0; time < 6; time += 1) {
      await answer('later');
      expect(timers).toHaveLength(time + 1);
      timers[time]?.retry();
    }
    expect(timers.map(({ ms }) => ms / 1000)).toEqual([5, 10, 20, 40, 60, 60]);
    expect([...wishes.read()]).toEqual([[5, true]]);
    await answer('done');
    expect(sent()).toHaveLength(7);
    expect(wishes.read().size).toBe(0);
  });

  it('are sent at once when the connection is back, but never twice at a time', async () => {
    const { wishes, answer, sent } = openWishes();
    wishes.wish(5, true);
    wishes.retry();
    expect(sent()).toHaveLength(1);
    await answer('later');
    wishes.retry();
    wishes.retry();
    expect(sent()).toHaveLength(2);
  });

  it('give way to a refusal', async () => {
    const { wishes, answer, timers } = openWishes();
    wishes.wish(5, true);
    await answer('refused');
    expect(wishes.read().size).toBe(0);
    expect(timers).toEqual([]);
  });

  it('of the last visit go on their way, and follow another tab', async () => {
    const { wishes, store, answer, sent } = openWishes(new Map([[7, true]]));
    wishes.retry();
    expect(sent()).toEqual([[7, true]]);
    store.wishes = new Map([[7, false]]);
    wishes.reload();
    await answer('done');
    expect(sent()).toEqual([
      [7, true],
      [7, false],
    ]);
  });

  it('of whoever has left are not sent any more', async () => {
    const { wishes, store, answer, sent } = openWishes();
    wishes.wish(5, true);
    wishes.close();
    await answer('later');
    wishes.retry();
    expect(sent()).toHaveLength(1);
    expect([...store.wishes]).toEqual([[5, true]]);
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
  const name = nameWishStore('tetsu');
  saveWishes(storage, name, new Map([[5, true]]));
  expect([...loadWishes(storage, name)]).toEqual([[5, true]]);
  expect(loadWishes(storage, nameWishStore('haru')).size).toBe(0);
  saveWishes(storage, name, new Map());
  expect(storage.items.size).toBe(0);
});

it('takes nothing that is no wish', () => {
  const storage = createStorage();
  for (const text of ['', '{', '{"5":true}', 'null', '[5,true]', '[["5",true],[6,1]]']) {
    storage.setItem('wishes', text);
    expect(loadWishes(storage, 'wishes').size).toBe(0);
  }
});

it('goes on where storage is forbidden', () => {
  const refuse = () => {
    throw new Error('SecurityError');
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  saveWishes(storage, 'wishes', new Map([[5, true]]));
  expect(loadWishes(storage, 'wishes').size).toBe(0);
});
