import { expect, test } from 'vitest';
import { createRepSensor } from './rep-timing.ts';

test('measures from press to press, and takes no key that is held down', () => {
  let at = 0;
  const sensor = createRepSensor(() => new Date(at));
  const pressAt = (ms: number) => {
    at = ms;
    return sensor.measure();
  };
  expect(pressAt(0)).toBe(2000);
  expect(pressAt(30)).toBeNull();
  expect(pressAt(199)).toBeNull();
  expect(pressAt(1200)).toBe(1200);
  expect(pressAt(1400)).toBe(200);
  expect(pressAt(60_000)).toBe(2000);
});
