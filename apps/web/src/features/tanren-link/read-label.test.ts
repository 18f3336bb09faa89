import { expect, test } from 'vitest';
import { readLabel } from './read-label.ts';

test('a label is told from the QR on the screen and from anything else', () => {
  expect(readLabel('https://gym.example/tanren-link?machine=7')).toBe(7);
  expect(readLabel('https://gym.example/tanren-link?code=7-123456')).toBeNull();
  expect(readLabel('https://gym.example/')).toBeNull();
});
