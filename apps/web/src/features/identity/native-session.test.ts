import { expect, it } from 'vitest';
import {
  storeNativeSessionLink,
  parseNativeSessionLink,
  takeNativeSessionLink,
} from './native-session.ts';

it('reads code, name and a safe next address', () => {
  expect(
    parseNativeSessionLink('#code=a%2Bb&username=u-1&next=%2Fworkouts%3FworkoutType%3D1'),
  ).toEqual({ code: 'a+b', username: 'u-1', next: '/workouts?workoutType=1' });
});

it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'ignores %s',
  (next) => {
    const hash = `#code=a&username=b&next=${encodeURIComponent(next)}`;
    expect(parseNativeSessionLink(hash)?.next).toBeNull();
  },
);

it.each(['', '#', '#code=a', '#username=b', '#code=&username=b'])(
  'needs code and name: "%s"',
  (hash) => {
    expect(parseNativeSessionLink(hash)).toBeNull();
  },
);

it('returns the code once', () => {
  expect(storeNativeSessionLink('')).toBe(false);
  expect(storeNativeSessionLink('#code=a&username=b')).toBe(true);
  expect(takeNativeSessionLink()).toEqual({ code: 'a', username: 'b', next: null });
  expect(takeNativeSessionLink()).toBeNull();
});
