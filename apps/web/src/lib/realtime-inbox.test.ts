import { expect, it } from 'vitest';
import { realtime } from './realtime-clock.ts';
import { createInbox } from './realtime-inbox.ts';

it('keeps the newest 5,000 messages while nobody looks', () => {
  const inbox = createInbox<number>(realtime.bufferSize);
  for (let number = 1; number <= 5002; number += 1) inbox.put(number);
  const seen: number[] = [];
  inbox.attach((number) => seen.push(number));
  expect([seen.length, seen[0], seen.at(-1)]).toEqual([5000, 3, 5002]);
  inbox.put(5003);
  expect(seen.at(-1)).toBe(5003);
});

it('delivers once, to whoever looks', () => {
  const inbox = createInbox<string>(10);
  const first: string[] = [];
  const second: string[] = [];
  const detach = inbox.attach((text) => first.push(text));
  inbox.put('a');
  inbox.attach((text) => second.push(text));
  // A view that goes late must not cut off the one that has come.
  detach();
  inbox.put('b');
  expect([first, second]).toEqual([['a'], ['b']]);
});

it('forgets what waits', () => {
  const inbox = createInbox<string>(10);
  inbox.put('a');
  inbox.clear();
  const seen: string[] = [];
  inbox.attach((text) => seen.push(text));
  expect(seen).toEqual([]);
});
