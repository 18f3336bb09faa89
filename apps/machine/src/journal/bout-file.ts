import { readFileSync } from 'node:fs';
import { SetMessage } from '@tanren/contract/machine-messages';
import * as Type from 'typebox';
import { Value } from 'typebox/value';
import type { Bout, SetRecord } from '#bout.ts';
import { appendDurably, createDurably, removeFile } from './durable-file.ts';

/*
 * The running bout, a line each for its beginning and every ended set. A power cut loses the set
 * that was under way; a line torn in the middle is one that was not written.
 */

const Beginning = Type.Object({
  workoutUuid: Type.String({ minLength: 1 }),
  connectionId: Type.String({ minLength: 1 }),
  startedAt: Type.String({ format: 'date-time' }),
});

const EndedSet = Type.Object({ endedAt: Type.String({ format: 'date-time' }), set: SetMessage });

export function recordBeginning(file: string, bout: Bout): void {
  const { workoutUuid, connectionId, startedAt } = bout;
  createDurably(file, toLine({ workoutUuid, connectionId, startedAt: startedAt.toISOString() }));
}

export function recordSet(file: string, set: SetRecord, endedAt: Date): void {
  appendDurably(file, toLine({ endedAt: endedAt.toISOString(), set }));
}

export function forgetBout(file: string): void {
  removeFile(file);
}

/** What a machine finds when it is switched on again; null: no bout, or nothing of it. */
export function readBout(file: string): Bout | null {
  const [first, ...rest] = readWholeLines(file);
  if (!Value.Check(Beginning, first)) return null;
  const startedAt = new Date(first.startedAt);
  const sets: SetRecord[] = [];
  let endedAt = startedAt;
  for (const line of rest) {
    if (!Value.Check(EndedSet, line)) break;
    sets.push(line.set);
    endedAt = new Date(line.endedAt);
  }
  return {
    workoutUuid: first.workoutUuid,
    connectionId: first.connectionId,
    startedAt,
    endedAt,
    sets,
    current: null,
  };
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function readWholeLines(file: string): unknown[] {
  const lines = readText(file).split('\n').slice(0, -1);
  const values: unknown[] = [];
  for (const line of lines) {
    try {
      values.push(JSON.parse(line));
    } catch {
      break;
    }
  }
  return values;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
