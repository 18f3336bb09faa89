import { expect, test } from 'vitest';
import { includes, isLoopbackHost, isPrivateHost, readNetworks } from './network-address.ts';

test.each([
  ['localhost', true, true],
  ['LOCALHOST.', true, true],
  ['app.localhost', true, true],
  ['127.0.0.1', true, true],
  ['127.9.8.7', true, true],
  ['[::1]', true, true],
  ['::1', true, true],
  ['::ffff:127.0.0.1', true, true],
  ['10.1.2.3', false, true],
  ['172.31.0.1', false, true],
  ['192.168.0.7', false, true],
  ['[fd00::1]', false, true],
  ['postfix', false, true],
  ['mail.gym.internal', false, true],
  ['0.0.0.0', false, false],
  ['::', false, false],
  ['172.32.0.1', false, false],
  ['203.0.113.9', false, false],
  ['[2001:db8::1]', false, false],
  ['gym.example', false, false],
  ['localhost.gym.example', false, false],
  ['127.0.0.1.gym.example', false, false],
  ['internal.gym.example', false, false],
])('%s: loopback %s, private %s', (host, loopback, ours) => {
  expect([isLoopbackHost(host), isPrivateHost(host)]).toEqual([loopback, ours]);
});

test('accepts addresses and ranges of IPv4 and IPv6 as networks', () => {
  const networks = readNetworks(['10.0.0.0/8', '203.0.113.9', 'fd00::/8', '::1']);
  if (networks === null) throw new Error('they are networks');
  const inside = ['10.9.9.9', '::ffff:10.9.9.9', '203.0.113.9', 'fd12::1', '::1'];
  const outside = ['11.0.0.1', '203.0.113.8', 'fe00::1', '::2', 'unknown', ''];
  expect(inside.filter((address) => !includes(networks, address))).toEqual([]);
  expect(outside.filter((address) => includes(networks, address))).toEqual([]);
});

test.each(['gym.example', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/x', ''])(
  'rejects %j as a network',
  (text) => {
    expect(readNetworks([text])).toBeNull();
  },
);
