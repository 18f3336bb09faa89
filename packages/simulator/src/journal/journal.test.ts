import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkoutMessage } from '@tanren/contract/machines/machine-messages';
import { describe, expect, test, vi } from 'vitest';
import { addRep, beginBout, beginSet, closeSet, toWorkout } from '#bout.ts';
import { connectionId, makeScratchFolder } from '#testing/test-gym.ts';
import { openJournal } from './journal.ts';

// Every write waits for the disk, which other processes use too.
vi.setConfig({ testTimeout: 60_000 });

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const startedAt = new Date('2026-03-01T10:00:00Z');
const minutesLater = (minutes: number) => new Date(startedAt.getTime() + minutes * 60_000);

function makeWorkout(digit: number): WorkoutMessage {
  return {
    workoutUuid: uuid(digit),
    connectionId,
    startedAt: startedAt.toISOString(),
    endedAt: minutesLater(digit).toISOString(),
    sets: [{ loadKg: 40, reps: [{ loadKg: 40, ms: 2000 }] }],
  };
}

/** Records two sets of two reps, one rep a minute, like a machine. */
function recordBout(folder: string) {
  const journal = openJournal(folder);
  let bout = beginBout(uuid(7), connectionId, startedAt);
  journal.beginBout(bout);
  /** The bout after each rep, as it is finished after a restart. */
  const finished = [toWorkout(bout)];
  for (const minute of [1, 2, 3, 4]) {
    const set = Math.ceil(minute / 2);
    if (minute % 2 === 1) bout = beginSet(closeSet(bout), 40 + set);
    bout = addRep(bout, { ms: 2000, sensed: null }, minutesLater(minute));
    journal.addRep(bout);
    finished.push(toWorkout(closeSet(bout)));
  }
  return { journal, bout: closeSet(bout), finished };
}

const list = (folder: string, part: string) => readdirSync(path.join(folder, part));

describe('finished workouts', () => {
  test('are returned oldest first until they are acknowledged', async () => {
    const folder = await makeScratchFolder();
    const journal = openJournal(folder);
    for (const digit of [3, 1, 2]) journal.finishBout(makeWorkout(digit));
    expect(openJournal(folder).pending).toEqual([1, 2, 3].map(makeWorkout));
    journal.remove(makeWorkout(2));
    expect(openJournal(folder).pending).toEqual([1, 3].map(makeWorkout));
  });

  test('are set aside with the reason when they are rejected', async () => {
    const folder = await makeScratchFolder();
    const journal = openJournal(folder);
    journal.finishBout(makeWorkout(1));
    journal.setAside(makeWorkout(1), 'too_old', startedAt);
    expect(openJournal(folder).pending).toEqual([]);
    const [name = ''] = list(folder, 'rejected');
    expect(JSON.parse(readFileSync(path.join(folder, 'rejected', name), 'utf8'))).toEqual({
      reason: 'too_old',
      rejectedAt: startedAt.toISOString(),
      workout: makeWorkout(1),
    });
  });

  test('survive the partial write of another one at every length', async () => {
    const folder = await makeScratchFolder();
    const journal = openJournal(folder);
    journal.finishBout(makeWorkout(1));
    journal.finishBout(makeWorkout(2));
    const [first = '', second = ''] = list(folder, 'workouts').toSorted();
    const draft = path.join(folder, 'workouts', `${second}.draft`);
    copyFileSync(path.join(folder, 'workouts', second), draft);
    journal.remove(makeWorkout(2));
    const whole = readFileSync(draft);
    for (let length = 0; length <= whole.length; length += 1) {
      writeFileSync(draft, whole.subarray(0, length));
      const again = openJournal(folder);
      expect(again.pending).toEqual([makeWorkout(1)]);
      expect(list(folder, 'workouts')).toEqual([first]);
    }
  });

  test('that are unreadable are set aside, and the others are sent', async () => {
    const folder = await makeScratchFolder();
    const journal = openJournal(folder);
    journal.finishBout(makeWorkout(1));
    journal.finishBout(makeWorkout(2));
    const [first = ''] = list(folder, 'workouts').toSorted();
    truncateSync(path.join(folder, 'workouts', first), 30);
    const again = openJournal(folder);
    expect(again.pending).toEqual([makeWorkout(2)]);
    expect(again.damaged).toEqual([first]);
    expect(list(folder, 'damaged')).toEqual([first]);
    expect(openJournal(folder).damaged).toEqual([]);
  });
});

describe('a power cut during a workout', () => {
  test('keeps every rep before the place where the file is cut', async () => {
    const folder = await makeScratchFolder();
    const { finished } = recordBout(folder);
    const file = path.join(folder, 'bout.jsonl');
    const whole = readFileSync(file);
    const lineEnds = [...whole.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1);
    for (let length = 0; length <= whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length));
      const again = openJournal(folder);
      const reps = Math.max(0, lineEnds.filter((end) => end <= length).length - 1);
      const intact = finished[reps] ?? null;
      expect(again.recovered).toEqual(intact);
      expect(again.pending).toEqual(intact === null ? [] : [intact]);
      for (const workout of again.pending) again.remove(workout);
      expect(openJournal(folder).pending).toEqual([]);
    }
  });

  test('ignores everything after an invalid line', async () => {
    const folder = await makeScratchFolder();
    recordBout(folder);
    const file = path.join(folder, 'bout.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [lines[0], lines[1], '\0\0\0\0', lines[3], ''].join('\n'));
    expect(openJournal(folder).recovered?.sets.map(({ reps }) => reps.length)).toEqual([1]);
  });

  test('after the workout was finished gives the same workout once', async () => {
    const folder = await makeScratchFolder();
    const { journal, bout } = recordBout(folder);
    const file = path.join(folder, 'bout.jsonl');
    const left = readFileSync(file);
    journal.finishBout(toWorkout(bout));
    writeFileSync(file, left);
    const again = openJournal(folder);
    expect(again.recovered).toBeNull();
    expect(again.pending).toEqual([toWorkout(bout)]);
    expect(openJournal(folder).pending).toHaveLength(1);
  });

  test('before the first rep leaves nothing', async () => {
    const folder = await makeScratchFolder();
    openJournal(folder).beginBout(beginBout(uuid(7), connectionId, startedAt));
    const again = openJournal(folder);
    expect(again.recovered).toBeNull();
    expect(again.pending).toEqual([]);
  });
});

describe('the stored link', () => {
  const link = {
    connectionId,
    nickname: 'たろう',
    nextLoadKg: null,
    chosenByTrainer: false,
    recentBestKg: null,
    items: [],
    linkedAt: startedAt.toISOString(),
  };

  test('is kept until it is deleted', async () => {
    const folder = await makeScratchFolder();
    const journal = openJournal(folder);
    journal.saveLink(link);
    expect(openJournal(folder).link).toEqual(link);
    journal.removeLink();
    expect(openJournal(folder).link).toBeNull();
  });

  test('is absent when the file is cut', async () => {
    const folder = await makeScratchFolder();
    openJournal(folder).saveLink(link);
    truncateSync(path.join(folder, 'link.json'), 20);
    expect(openJournal(folder).link).toBeNull();
  });
});
