import { describe, expect, it } from 'vitest';
import { isRunOpen, overlapsRun, runLengthMs } from './session-runs.ts';

const at = (time: string) => new Date(`2026-03-20T${time}:00Z`);
const startedAt = at('10:00');
const endsBy = new Date(startedAt.getTime() + runLengthMs);
const open = { startedAt, endsBy, endedAt: null };
const ended = { startedAt, endsBy, endedAt: at('11:00') };

describe('isRunOpen', () => {
  it('until somebody ends it, or it has lasted too long', () => {
    expect(isRunOpen(open, at('10:00'))).toBe(true);
    expect(isRunOpen(open, at('13:59'))).toBe(true);
    expect(isRunOpen(open, at('14:00'))).toBe(false);
    expect(isRunOpen(ended, at('10:30'))).toBe(false);
  });
});

describe('overlapsRun', () => {
  const workout = (from: string, to: string) => ({ startedAt: at(from), endedAt: at(to) });

  it.each([
    ['within it', '10:10', '10:20', true],
    ['begun before it', '09:50', '10:01', true],
    ['ended after it', '10:59', '11:30', true],
    ['longer on both sides', '09:00', '12:00', true],
    ['over when it began', '09:50', '10:00', false],
    ['begun when it was over', '11:00', '11:10', false],
  ])('a workout %s: %s to %s', (_name, from, to, overlaps) => {
    expect(overlapsRun(ended, workout(from, to))).toBe(overlaps);
  });

  it('what nobody ended ends by itself', () => {
    expect(overlapsRun(open, workout('13:50', '14:10'))).toBe(true);
    expect(overlapsRun(open, workout('14:00', '14:10'))).toBe(false);
  });

  it('ended late, it takes nothing of the hours after its time', () => {
    const forgotten = { startedAt, endsBy, endedAt: at('20:00') };
    expect(overlapsRun(forgotten, workout('13:50', '14:10'))).toBe(true);
    expect(overlapsRun(forgotten, workout('18:00', '18:10'))).toBe(false);
  });
});
