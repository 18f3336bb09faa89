import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNextPath } from './next-path.ts';

describe('readNextPath', () => {
  it.each([
    '/',
    '/workouts',
    '/workouts?workoutType=3',
    '/workout-ranking/1/tfo#me',
    '/search-training-sessions?query=%E3%83%81%E3%82%A7%E3%82%B9%E3%83%88&tag=%2F%2Fx',
    '/tanren-link?code=3-123456',
  ])('keeps %s', (path) => {
    expect(readNextPath(path)).toBe(path);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\..\\b',
    '%2f%2fevil.example',
    '/%2fevil.example',
    '/%252fevil.example',
    '/%5cevil.example',
    '/%255c%255cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%09/evil.example',
    '/workouts?x=\r\nset-cookie:a',
    '\u0000/workouts',
    ' /workouts',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https://evil.example/',
    'evil.example',
    'workouts',
    '',
    '/%',
    '/%E0%A4%A',
    `/${'a'.repeat(2000)}`,
  ])('refuses %j', (value) => {
    expect(readNextPath(value)).toBeNull();
  });

  it.each([[undefined], [null], [3], [['/workouts']], [{ toString: () => '/workouts' }]])(
    'refuses what is not a string: %j',
    (value) => {
      expect(readNextPath(value)).toBeNull();
    },
  );

  it('never lets a browser leave the origin, whatever is decoded on the way', () => {
    const nasty = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      '%252f',
      '\t',
      '%09',
      ':',
      '@',
      '.',
      'evil.example',
      'a',
      '?',
      '#',
      '%',
    );
    fc.assert(
      fc.property(fc.array(nasty, { maxLength: 12 }), (parts) => {
        const accepted = readNextPath(parts.join(''));
        if (accepted === null) return;
        for (const form of [accepted, decodeURIComponent(accepted.split(/[?#]/, 1)[0] ?? '')]) {
          expect(new URL(form, 'https://tanren.example').origin).toBe('https://tanren.example');
        }
      }),
      { numRuns: 5000 },
    );
  });
});
