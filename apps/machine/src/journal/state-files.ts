import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { SetMessage } from '@tanren/contract/machine-messages';
import * as Type from 'typebox';
import { Value } from 'typebox/value';
import type { Bout, SetRecord } from '#bout.ts';

/*
 * Synchronous on purpose: a machine must not go on before what it keeps is on the disk, and every
 * order of steps below is then an order of lines.
 */

export const draftEnding = '.draft';

/** After a power cut there is the old file or the new one, whole. */
export function writeDurably(file: string, text: string): void {
  const draft = `${file}${draftEnding}`;
  writeAndSync(draft, text, 'w');
  renameSync(draft, file);
  syncFolder(path.dirname(file));
}

/** After a power cut the end may be torn off; what came before stays. */
function appendDurably(file: string, text: string): void {
  writeAndSync(file, text, 'a');
}

/** Adds the first line too: the file's name has to reach the disk as well. */
function createDurably(file: string, text: string): void {
  writeAndSync(file, text, 'w');
  syncFolder(path.dirname(file));
}

/** May come back after a power cut; whoever reads it then must bear that. */
export function removeFile(file: string): void {
  rmSync(file, { force: true });
}

function writeAndSync(file: string, text: string, flags: 'a' | 'w'): void {
  const handle = openSync(file, flags, 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) {
      written += writeSync(handle, bytes, written);
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/*
 * The running bout, a line each for its beginning and every ended set. A power cut loses the set
 * that was under way; a line torn in the middle is one that was not written.
 */

const Beginning = Type.Object({
  workoutUuid: Type.String({ minLength: 1 }),
  /** One of both. */
  connectionId: Type.Optional(Type.String({ minLength: 1 })),
  claimToken: Type.Optional(Type.String({ minLength: 1 })),
  startedAt: Type.String({ format: 'date-time' }),
});

const EndedSet = Type.Object({ endedAt: Type.String({ format: 'date-time' }), set: SetMessage });

export function recordBeginning(file: string, bout: Bout): void {
  const { workoutUuid, connectionId, claimToken } = bout;
  const owner = connectionId === null ? { claimToken } : { connectionId };
  const startedAt = bout.startedAt.toISOString();
  createDurably(file, toLine({ workoutUuid, ...owner, startedAt }));
}

export function recordSet(file: string, set: SetRecord, endedAt: Date): void {
  appendDurably(file, toLine({ endedAt: endedAt.toISOString(), set }));
}

export function removeBout(file: string): void {
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
    connectionId: first.connectionId ?? null,
    claimToken: first.claimToken ?? null,
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

/** The link as the machine knows it: after a power cut it goes on counting where it was. */
const SavedLinkFile = Type.Object({
  connectionId: Type.String({ minLength: 1 }),
  nickname: Type.String(),
  nextLoadKg: Type.Union([Type.Number(), Type.Null()]),
  chosenByTrainer: Type.Boolean(),
  recentBestKg: Type.Union([Type.Number(), Type.Null()]),
  items: Type.Array(
    Type.Object({
      sets: Type.Integer(),
      reps: Type.Integer(),
      loadKg: Type.Union([Type.Number(), Type.Null()]),
      restSeconds: Type.Integer(),
    }),
  ),
  linkedAt: Type.String({ format: 'date-time' }),
});

export type SavedLink = Type.Static<typeof SavedLinkFile>;

export function saveLink(file: string, link: SavedLink): void {
  writeDurably(file, JSON.stringify(link));
}

export function removeLink(file: string): void {
  removeFile(file);
}

export function readLink(file: string): SavedLink | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Value.Check(SavedLinkFile, value) ? value : null;
  } catch {
    return null;
  }
}

const SavedSession = Type.Object({
  session: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
});

export function saveSession(file: string, session: number): void {
  writeDurably(file, JSON.stringify({ session }));
}

export function readSession(file: string): number {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Value.Check(SavedSession, value) ? value.session : 0;
  } catch {
    return 0;
  }
}
