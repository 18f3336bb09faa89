import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  removeTarget,
  enqueue,
  findNext,
  type NewWrite,
  markRejected,
  type SendResult,
  sendInOrder,
  complete,
  type StoredCall,
  takeNext,
  type UnsentWrite,
} from './outbox-rules.ts';

type Writes = readonly UnsentWrite[];

let keys = 0;

function makeWrite(target: string, changes: Partial<NewWrite> = {}): NewWrite {
  keys += 1;
  return {
    key: `key-${keys}`,
    target,
    call: makeCall({ value: keys }),
    follows: [],
    about: target,
    base: null,
    queuedAt: keys,
    merges: false,
    following: null,
    ...changes,
  };
}

function makeCall(body: StoredCall['body'], params: StoredCall['params'] = {}): StoredCall {
  return { method: 'PUT', url: '/things', params, body };
}

const bodies = (writes: Writes) => writes.map(({ call }) => call.body);
const targets = (writes: Writes) => writes.map(({ target }) => target);

describe('an added write', () => {
  test('comes last, or replaces an unsent write to the same target in its place', () => {
    let writes: Writes = [];
    for (const target of ['a', 'b', 'c']) writes = enqueue(writes, makeWrite(target));
    writes = enqueue(writes, makeWrite('b', { call: makeCall({ value: 'new' }) }));
    expect(targets(writes)).toEqual(['a', 'b', 'c']);
    expect(bodies(writes)[1]).toEqual({ value: 'new' });
  });

  test('comes first when it expires soon, but not before its own target', () => {
    const limited = { sendBefore: 1 };
    let writes = takeNext(enqueue(enqueue([], makeWrite('a', limited)), makeWrite('b')));
    writes = enqueue(enqueue(writes, makeWrite('c', limited)), makeWrite('a', limited));
    expect(targets(writes)).toEqual(['c', 'a', 'b', 'a']);
  });

  test('keeps fields of the replaced write that it does not have', () => {
    const first = makeWrite('a', { call: makeCall({ height: 170, weight: 60 }) });
    const second = makeWrite('a', { call: makeCall({ weight: 61 }), merges: true });
    expect(bodies(enqueue(enqueue([], first), second))).toEqual([{ height: 170, weight: 61 }]);
  });

  test('expects the value before the first change of a field', () => {
    const first = makeWrite('a', { call: makeCall({ weight: 61, expected: { weight: 60 } }) });
    const call = makeCall({ weight: 62, height: 171, expected: { weight: 61, height: 170 } });
    const second = makeWrite('a', { call, merges: true });
    expect(bodies(enqueue(enqueue([], first), second))).toEqual([
      { weight: 62, height: 171, expected: { weight: 60, height: 170 } },
    ]);
  });

  test('waits behind one that may have arrived, and continues from its answer', () => {
    const create = makeWrite('draft', { call: makeCall({ title: 'a' }) });
    const following = makeCall({ title: 'b', version: 0 }, { id: 0 });
    const edit = makeWrite('draft', {
      call: makeCall({ title: 'b' }),
      follows: ['id', 'version'],
      following,
    });
    const tried = takeNext(enqueue([], create));
    const both = enqueue(tried, edit);
    expect(bodies(both)).toEqual([{ title: 'a' }, { title: 'b', version: 0 }]);
    const [left] = complete(both, create.key, { id: 12, version: 1, title: 'a' });
    expect(left?.call).toEqual(makeCall({ title: 'b', version: 1 }, { id: 12 }));
  });

  test('replaces one that was rejected', () => {
    const first = makeWrite('a');
    const rejected = markRejected(takeNext(enqueue([], first)), first.key, {
      status: 400,
      code: null,
    });
    expect(enqueue(rejected, makeWrite('a'))).toMatchObject([{ refusal: null, tried: false }]);
  });
});

describe('a rejected write', () => {
  const [a, b, follower] = [makeWrite('a'), makeWrite('b'), makeWrite('a')];
  const sent = takeNext(enqueue([], a));
  const writes = markRejected(enqueue(enqueue(sent, b), follower), a.key, {
    status: 409,
    code: null,
  });

  test('blocks what depends on it, and nothing else', () => {
    expect(targets(writes)).toEqual(['a', 'b', 'a']);
    expect(findNext(writes)?.key).toBe(b.key);
    expect(findNext(complete(writes, b.key, {}))).toBeNull();
  });

  test('is removed with what depends on it', () => {
    expect(targets(removeTarget(writes, 'a'))).toEqual(['b']);
  });
});

/** Creates a server that remembers idempotency keys like the real one. */
function openServer() {
  const answers = new Map<string, { readonly call: StoredCall; readonly answer: unknown }>();
  const done: { readonly target: string; readonly value: unknown }[] = [];
  return {
    done,
    take({ key, target, call }: UnsentWrite): unknown {
      const known = answers.get(key);
      if (known === undefined) {
        const answer = { count: done.length };
        answers.set(key, { call, answer });
        done.push({ target, value: call.body['value'] });
        return answer;
      }
      // The server would reject another call with the same key for good.
      expect(call).toEqual(known.call);
      return known.answer;
    },
  };
}

type Fate = 'arrives' | 'is lost' | 'answer is lost';

class Killed extends Error {}

/** Creates a device whose stored writes survive every kill. */
function openDevice() {
  const server = openServer();
  const wishes: { readonly target: string; readonly value: number }[] = [];
  let stored: Writes = [];
  let fates: readonly Fate[] = [];
  let stepsLeft = Infinity;

  /** Runs a step. The tab may be killed before or after it. */
  async function step<T>(act: () => T): Promise<T> {
    stepsLeft -= 1;
    if (stepsLeft === 0) throw new Killed();
    const result = act();
    stepsLeft -= 1;
    if (stepsLeft === 0) throw new Killed();
    return await Promise.resolve(result);
  }

  return {
    server,
    wishes,
    read: () => stored,
    wish(target: string) {
      const write = makeWrite(target);
      wishes.push({ target, value: Number(write.call.body['value']) });
      stored = enqueue(stored, write);
    },
    async open(next: readonly Fate[], dieAfter = Infinity): Promise<'all' | 'later' | 'killed'> {
      fates = next;
      stepsLeft = dieAfter;
      try {
        return await sendInOrder({
          canSend: () => true,
          change: (rule) =>
            step(() => {
              stored = rule(stored);
              return stored;
            }),
          send: (write) =>
            step((): SendResult => {
              const [fate = 'arrives', ...later] = fates;
              fates = later;
              if (fate === 'is lost') return { kind: 'later' };
              const answer = server.take(write);
              return fate === 'arrives' ? { kind: 'done', answer } : { kind: 'later' };
            }),
          report: () => false,
        });
      } catch (error) {
        if (error instanceof Killed) return 'killed';
        throw error;
      }
    },
  };
}

type Device = ReturnType<typeof openDevice>;

/** Checks that every write arrived in order for its target, and that the last one counts. */
function expectArrived({ server, wishes, read }: Device): void {
  expect(read()).toEqual([]);
  for (const target of new Set(wishes.map((wish) => wish.target))) {
    const wanted = wishes.filter((wish) => wish.target === target).map(({ value }) => value);
    const got = server.done.filter((one) => one.target === target).map(({ value }) => value);
    expect(got.at(-1)).toBe(wanted.at(-1));
    expect(new Set(got).size).toBe(got.length);
    expect(got).toEqual(wanted.filter((value) => got.includes(value)));
  }
}

test('takes no write without a network, so that it can still be replaced', async () => {
  let stored = enqueue([], makeWrite('a'));
  const open = async () =>
    await sendInOrder({
      canSend: () => false,
      change: async (rule) => {
        stored = rule(stored);
        return await Promise.resolve(stored);
      },
      send: () => Promise.reject(new Error('there is no network')),
      report: () => false,
    });
  expect(await open()).toBe('later');
  expect(stored).toMatchObject([{ tried: false }]);
  stored = [];
  expect(await open()).toBe('all');
});

test('each write arrives once and in order when the tab ends before or after any step', async () => {
  for (const fate of ['arrives', 'is lost', 'answer is lost'] as const) {
    for (let dieAfter = 1; dieAfter <= 20; dieAfter += 1) {
      const device = openDevice();
      for (const target of ['favorite', 'menu', 'profile']) device.wish(target);
      await device.open([fate], dieAfter);
      expect(await device.open([])).toBe('all');
      expectArrived(device);
      expect(device.server.done.map(({ target }) => target)).toEqual([
        'favorite',
        'menu',
        'profile',
      ]);
    }
  }
});

const anyTarget = fc.constantFrom('a', 'b', 'c');
const anyFate = fc.constantFrom<Fate>('arrives', 'is lost', 'answer is lost');
const anyVisit = fc.record({
  wishes: fc.array(anyTarget, { maxLength: 4 }),
  fates: fc.array(anyFate, { maxLength: 6 }),
  dieAfter: fc.integer({ min: 1, max: 30 }),
});

test('a network that fails 50 times and ended tabs lose and duplicate nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyVisit, { minLength: 50, maxLength: 50 }), async (visits) => {
      const device = openDevice();
      for (const { wishes, fates, dieAfter } of visits) {
        for (const target of wishes) device.wish(target);
        await device.open(fates, dieAfter);
      }
      expect(await device.open([])).toBe('all');
      expectArrived(device);
    }),
    { numRuns: process.env['TEST_LONG'] === '1' ? 500 : 15 },
  );
});
