import { expect, test } from 'vitest';
import { type DatabaseAddress, readDatabaseAddress } from './database-address.ts';

function read(text: string): DatabaseAddress {
  const address = readDatabaseAddress(text);
  if ('reason' in address) throw new Error(address.reason);
  return address;
}

test.each([
  ['postgres://u:p@db.example/tanren', 'db.example:5432', 'postgres://u:p@db.example:5432/tanren'],
  ['postgresql://db:6432/tanren', 'db:6432', 'postgresql://db:6432/tanren'],
  [
    'postgres://u:p@a:5433/tanren?target_session_attrs=read-write&sslmode=verify-full',
    'a:5433',
    'postgres://u:p@a:5433/tanren?sslmode=verify-full',
  ],
  ['postgres://u@[fd00::2]:5433/tanren', '[fd00::2]:5433', 'postgres://u@[fd00::2]:5433/tanren'],
  ['postgres:///tanren?host=a&port=1', 'a:1', 'postgres://a:1/tanren'],
  [
    'postgres:///tanren?host=/var/run/postgresql',
    '/var/run/postgresql',
    'postgres://localhost:5432/tanren?host=%2Fvar%2Frun%2Fpostgresql',
  ],
  [
    'postgres://u:p@/tanren?host=/run/pg&port=5433',
    '/run/pg (port 5433)',
    'postgres://u:p@localhost:5433/tanren?host=%2Frun%2Fpg',
  ],
  [
    'postgresql://u@%2Fvar%2Frun%2Fpostgresql/tanren',
    '/var/run/postgresql',
    'postgresql://u@localhost:5432/tanren?host=%2Fvar%2Frun%2Fpostgresql',
  ],
])('%s', (text, description, server) => {
  expect(read(text)).toMatchObject({ description, server });
  expect(URL.canParse(server)).toBe(true);
});

test('names the user, also when the name is percent-encoded', () => {
  expect(read('postgres://gym%40tokyo:p@ss%@a/x').user).toBe('gym@tokyo');
  expect(read('postgres:///x?host=/run&user=me').user).toBe('me');
  expect(read('postgres://a/x').user).toBe('');
});

test.each([
  'mysql://u@db/x',
  'postgres:///tanren',
  'postgres://u:p@/tanren',
  'postgres://a:0/tanren',
  'postgres://a:70000/tanren',
  'postgres://a b/tanren',
  'db.example',
])('rejects the address %s', (text) => {
  expect(readDatabaseAddress(text)).toEqual({
    reason: expect.stringMatching(/^must be a URL/) as string,
  });
});

test.each([
  'postgres://a,b/tanren',
  'postgres://u:p@a:5432,b:5432/tanren?target_session_attrs=read-write',
  'postgres:///tanren?host=a,b',
  'postgres://a/tanren?port=1,2',
])('rejects the several servers of %s', (text) => {
  expect(readDatabaseAddress(text)).toEqual({
    reason: expect.stringMatching(/^must name one address/) as string,
  });
});

test('rejects an address that asks for a standby', () => {
  expect(readDatabaseAddress('postgres://a/x?target_session_attrs=any')).toEqual({
    reason: expect.stringMatching(/^must have target_session_attrs=read-write/) as string,
  });
});
