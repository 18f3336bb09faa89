import { MemberLiveMessage } from '@tanren/contract/machines/machine-messages';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { createInbox, parseLiveMessage } from './realtime-messages.ts';

const connectionId = '00000000-0000-4000-8000-000000000001';
const workoutUuid = '00000000-0000-4000-8000-000000000002';
const live = {
  type: 'rep',
  connectionId,
  workoutUuid,
  seq: 7,
  at: '2026-01-01T00:00:00.000Z',
  loadKg: 40,
  lifting: true,
  sets: [{ loadKg: 40, reps: 3 }],
  max: 40,
  tfo: 120,
};
/** One message of each type. The compiler reports a type that is missing. */
const messages: Readonly<Record<MemberLiveMessage['type'], object>> = {
  rep: live,
  'set-started': { ...live, type: 'set-started' },
  'set-ended': { ...live, type: 'set-ended', lifting: false },
  state: { ...live, type: 'state', workoutUuid: null, sets: [], max: 0, tfo: 0, lifting: false },
  'workout-stored': {
    type: 'workout-stored',
    connectionId,
    workoutUuid,
    workoutId: 5,
    workoutTypeId: 1,
    max: 40,
    tfo: 1200,
    personalBests: ['max'],
  },
  'workout-rejected': { type: 'workout-rejected', connectionId, workoutUuid, reason: 'too_old' },
  unlinked: { type: 'unlinked', connectionId, reason: 'idle' },
  measured: { type: 'measured', connectionId, workoutUuid, set: 2, reps: [{ rangeMm: 420 }] },
  replanned: { type: 'replanned', connectionId },
  'machines-changed': { type: 'machines-changed' },
};

it.each(Object.values(messages))('reads $type as the contract defines it', (message) => {
  expect(Value.Check(MemberLiveMessage, message)).toBe(true);
  expect(parseLiveMessage(JSON.stringify(message))).toEqual(message);
});

it('rejects a message with a missing or wrong part', () => {
  for (const message of Object.values(messages)) {
    for (const name of Object.keys(message)) {
      const without = Object.fromEntries(
        Object.entries(message).filter(([other]) => other !== name),
      );
      expect(parseLiveMessage(JSON.stringify(without)), `without ${name}`).toBeNull();
      const wrong = { ...message, [name]: { not: 'this' } };
      expect(parseLiveMessage(JSON.stringify(wrong)), `wrong ${name}`).toBeNull();
    }
  }
});

it('ignores every invalid message', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      parseLiveMessage(text);
    }),
  );
  expect(parseLiveMessage('{"type":"rep"')).toBeNull();
  expect(parseLiveMessage(JSON.stringify({ ...live, type: 'fanfare' }))).toBeNull();
  expect(parseLiveMessage(JSON.stringify({ ...live, tfo: null }))).toBeNull();
});

it('keeps the newest messages while there is no listener', () => {
  const inbox = createInbox<number>(3);
  for (const number of [1, 2, 3, 4, 5]) inbox.put(number);
  const seen: number[] = [];
  inbox.attach((number) => seen.push(number));
  expect(seen).toEqual([3, 4, 5]);
  inbox.put(6);
  expect(seen.at(-1)).toBe(6);
});

it('delivers each message once to the listener', () => {
  const inbox = createInbox<string>(10);
  const first: string[] = [];
  const second: string[] = [];
  const detach = inbox.attach((text) => first.push(text));
  inbox.put('a');
  inbox.attach((text) => second.push(text));
  // A view that detaches late must not cut off the newer one.
  detach();
  inbox.put('b');
  expect([first, second]).toEqual([['a'], ['b']]);
});

it('clears waiting messages', () => {
  const inbox = createInbox<string>(10);
  inbox.put('a');
  inbox.clear();
  const seen: string[] = [];
  inbox.attach((text) => seen.push(text));
  expect(seen).toEqual([]);
});
