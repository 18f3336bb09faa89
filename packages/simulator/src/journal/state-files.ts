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
import { RepMessage } from '@tanren/contract/machines/machine-fields';
import * as Type from 'typebox';
import { Value } from 'typebox/value';
import { type Bout, listSets, type SetRecord } from '#bout.ts';

/*
 * The functions are synchronous on purpose: a machine must not continue before its data is on the
 * disk, and the order of the steps is then the order of the lines.
 */

export const draftEnding = '.draft';

/** Writes a file. After a power cut, either the old or the new file exists completely. */
export function writeDurably(file: string, text: string): void {
  const draft = `${file}${draftEnding}`;
  writeAndSync(draft, text, 'w');
  renameSync(draft, file);
  syncFolder(path.dirname(file));
}

/** Appends to a file. After a power cut, the end may be missing, but earlier content stays. */
function appendDurably(file: string, text: string): void {
  writeAndSync(file, text, 'a');
}

/**
 * Creates a file with its first line. The folder is synced too, because it contains the file's
 * name.
 */
function createDurably(file: string, text: string): void {
  writeAndSync(file, text, 'w');
  syncFolder(path.dirname(file));
}

/** Removes a file. It may reappear after a power cut, which readers must tolerate. */
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
 * File of the running bout, with one line for its beginning and one for every rep. A power cut
 * loses at most the rep that was being written: an incomplete line was never acknowledged.
 */

const Beginning = Type.Object({
  workoutUuid: Type.String({ minLength: 1 }),
  /** Either the link or the claim token is present. */
  connectionId: Type.Optional(Type.String({ minLength: 1 })),
  claimToken: Type.Optional(Type.String({ minLength: 1 })),
  startedAt: Type.String({ format: 'date-time' }),
});

const CompletedRep = Type.Object({
  /** Number of the set in the bout, from 1. */
  set: Type.Integer({ minimum: 1 }),
  rep: RepMessage,
  seat: Type.Optional(Type.Integer()),
  endedAt: Type.String({ format: 'date-time' }),
});

export function recordBeginning(file: string, bout: Bout): void {
  const { workoutUuid, connectionId, claimToken } = bout;
  const owner = connectionId === null ? { claimToken } : { connectionId };
  const startedAt = bout.startedAt.toISOString();
  createDurably(file, toLine({ workoutUuid, ...owner, startedAt }));
}

/** Appends the newest rep of the running bout. */
export function recordRep(file: string, bout: Bout): void {
  const sets = listSets(bout);
  const { reps = [], seat } = sets.at(-1) ?? {};
  const endedAt = bout.endedAt.toISOString();
  appendDurably(file, toLine({ set: sets.length, rep: reps.at(-1), seat, endedAt }));
}

export function removeBout(file: string): void {
  removeFile(file);
}

/**
 * Reads the bout after a restart. Returns `null` when there is none, or its beginning is
 * incomplete.
 */
export function readBout(file: string): Bout | null {
  const [first, ...rest] = readWholeLines(file);
  if (!Value.Check(Beginning, first)) return null;
  const startedAt = new Date(first.startedAt);
  const sets: SetRecord[] = [];
  let endedAt = startedAt;
  for (const line of rest) {
    if (!Value.Check(CompletedRep, line)) break;
    const { set, rep, seat } = line;
    const known = sets[set - 1] ?? {
      loadKg: rep.loadKg,
      reps: [],
      ...(rep.startMs !== undefined && { startMs: rep.startMs }),
      ...(seat !== undefined && { seat }),
    };
    sets[set - 1] = { ...known, loadKg: rep.loadKg, reps: [...known.reps, rep] };
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

/** The link as the machine knows it. After a power cut the machine continues counting with it. */
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
  /** Number that no live message of the link has reached. Absent before the first message. */
  seqEnd: Type.Optional(Type.Integer()),
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
