import { expect, it } from 'vitest';
import { loadWishes, nameWishStore, saveWishes } from './stored-wishes.ts';

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
