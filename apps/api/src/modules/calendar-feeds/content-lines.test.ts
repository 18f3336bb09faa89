import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { escapeText, formatInstant, formatLines } from './reservation-calendar.ts';

const unfold = (text: string) => text.replaceAll('\r\n ', '');

describe('lines', () => {
  test('end as the standard asks, and a short one stays whole', () => {
    expect(formatLines(['BEGIN:VCALENDAR', 'END:VCALENDAR'])).toBe(
      'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    );
  });

  test('are folded after 75 octets, not before', () => {
    expect(formatLines(['x'.repeat(75)])).toBe(`${'x'.repeat(75)}\r\n`);
    expect(formatLines(['x'.repeat(76)])).toBe(`${'x'.repeat(75)}\r\n x\r\n`);
    expect(formatLines(['x'.repeat(150)])).toBe(
      `${'x'.repeat(75)}\r\n ${'x'.repeat(74)}\r\n x\r\n`,
    );
  });

  test('are folded between characters, however many octets each has', () => {
    expect(formatLines([`${'x'.repeat(74)}鍛`])).toBe(`${'x'.repeat(74)}\r\n 鍛\r\n`);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const line = `SUMMARY:${escapeText(text)}`;
        const folded = formatLines([line]);
        expect(unfold(folded)).toBe(`${line}\r\n`);
        for (const part of folded.split('\r\n')) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
          expect(Buffer.from(part).toString()).toBe(part);
        }
      }),
    );
  });
});

describe('texts', () => {
  test('cannot begin a line of their own', () => {
    expect(escapeText('a\r\nEND:VEVENT\rb\nc')).toBe(String.raw`a\nEND:VEVENT\nb\nc`);
    expect(escapeText('\u0000\u0007x\u007f\u0085')).toBe('x');
  });

  test('are read by a calendar as they were written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
        const lines = ['BEGIN:VEVENT', `SUMMARY:${escapeText(text)}`, 'END:VEVENT'];
        const event = ICAL.Component.fromString(formatLines(lines));
        const plain = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
        expect(event.getFirstPropertyValue('summary')).toBe(plain);
      }),
    );
  });

  test('with every sign that has a meaning', () => {
    expect(escapeText(String.raw`a\b;c,d:e"f`)).toBe(String.raw`a\\b\;c\,d:e"f`);
  });
});

test('instants are in UTC, to the second', () => {
  expect(formatInstant(new Date('2028-02-29T01:02:03.999+09:00'))).toBe('20280228T160203Z');
});
