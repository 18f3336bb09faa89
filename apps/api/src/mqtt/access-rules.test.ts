import { expect, test } from 'vitest';
import {
  everyTopic,
  forbiddenPublications,
  forbiddenSubscriptions,
  me,
  someMember,
} from '#test/support/topic-access.ts';
import { type ClientIdentity, isAllowed, mayPublish, parseUsername } from './access-rules.ts';

const machine: ClientIdentity = { kind: 'machine', machineId: me };
const member: ClientIdentity = { kind: 'member', sub: someMember };
const plain = { qos: 1, retain: false };

test('a machine says and hears its own, exactly', () => {
  const sayable = everyTopic.filter((topic) => mayPublish(machine, { topic, ...plain }));
  expect(sayable).toEqual(['workouts', 'live', 'status'].map((c) => `tanren/machines/12/${c}`));
  const hearable = everyTopic.filter((topic) => isAllowed(machine, 'subscribe', topic));
  expect(hearable).toEqual(['tanren/machines/12/acks', 'tanren/machines/12/commands']);
});

test('a member hears the own live topic and says nothing', () => {
  const topics = [...everyTopic, ...forbiddenSubscriptions];
  const live = `tanren/members/${someMember}/live`;
  for (const action of ['subscribe', 'receive'] as const) {
    const allowed = topics.filter((topic) => isAllowed(member, action, topic));
    expect(new Set(allowed)).toEqual(new Set([live]));
  }
  const said = [...topics, ...forbiddenPublications];
  expect(said.filter((topic) => mayPublish(member, { topic, ...plain }))).toEqual([]);
});

test.each(forbiddenSubscriptions)('a machine may not hear %s', (topic) => {
  expect(isAllowed(machine, 'subscribe', topic)).toBe(false);
  expect(isAllowed(machine, 'receive', topic)).toBe(false);
});

test.each(forbiddenPublications)('a machine may not say %s', (topic) => {
  expect(mayPublish(machine, { topic, ...plain })).toBe(false);
});

test('neither retained nor with QoS 2', () => {
  const topic = 'tanren/machines/12/status';
  expect(mayPublish(machine, { topic, qos: 1, retain: true })).toBe(false);
  expect(mayPublish(machine, { topic, qos: 2, retain: false })).toBe(false);
  expect(mayPublish(machine, { topic, qos: 0, retain: false })).toBe(true);
});

test('the server may everything', () => {
  expect(isAllowed({ kind: 'server' }, 'subscribe', '#')).toBe(true);
  expect(mayPublish({ kind: 'server' }, { topic: 'a', qos: 1, retain: true })).toBe(true);
});

test.each([
  ['12', { kind: 'machine', machineId: 12 }],
  [`member:${someMember}`, { kind: 'member', sub: someMember }],
  ['', null],
  ['0', null],
  ['012', null],
  ['1e3', null],
  ['+', null],
  ['9999999999', null],
  ['12\n', null],
  ['server', null],
  ['member:', null],
  ['member:+', null],
  [`member:${someMember.toUpperCase().replace('1', 'A')}`, null],
  [`member:${someMember}/live`, null],
])('user name %j', (username, identity) => {
  expect(parseUsername(username)).toEqual(identity);
});
