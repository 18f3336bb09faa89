import { mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  type RejectionReason,
  UnlinkedWorkoutMessage,
  WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import { Value } from 'typebox/value';
import { type Bout, type BoutMessage, type RepRecord, toWorkout } from '#bout.ts';
import { openMessageFiles } from './message-files.ts';
import {
  removeBout,
  removeLink,
  saveLink,
  type SavedLink,
  readBout,
  readLink,
  readSession,
  recordBeginning,
  recordRep,
  saveSession,
  writeDurably,
} from './state-files.ts';

/** What a machine keeps on its disk: every finished workout until the server has answered. */
export interface Journal {
  /** Found at the start, oldest first; those an unfinished bout became are the last. */
  readonly pending: readonly BoutMessage[];
  /** The bout a power cut interrupted, finished with what it had. */
  readonly recovered: BoutMessage | null;
  /** Files that could not be read and were set aside. */
  readonly damaged: readonly string[];
  /** The last one there was. */
  readonly link: SavedLink | null;
  readonly saveLink: (link: SavedLink) => void;
  readonly removeLink: () => void;
  /** Of the last connection to the broker; 0: there was none. */
  readonly session: number;
  readonly saveSession: (session: number) => void;
  readonly beginBout: (bout: Bout) => void;
  /** The rep is safe when this returns. `set` is the number of its set in the bout, from 1. */
  readonly addRep: (set: number, rep: RepRecord, endedAt: Date) => void;
  /** The workout is safe when this returns. */
  readonly finishBout: (workout: BoutMessage | null) => void;
  readonly settle: (workout: BoutMessage) => void;
  readonly setAside: (workout: BoutMessage, reason: RejectionReason | null, now: Date) => void;
}

export function openJournal(folder: string): Journal {
  const place = (name: string) => path.join(folder, name);
  mkdirSync(place('rejected'), { recursive: true, mode: 0o700 });
  const boutFile = place('bout.jsonl');
  const linkFile = place('link.json');
  const sessionFile = place('session.json');
  const files = openMessageFiles<BoutMessage>({
    folder,
    name: 'workouts',
    read: (value) =>
      Value.Check(WorkoutMessage, value) || Value.Check(UnlinkedWorkoutMessage, value)
        ? value
        : null,
    idOf: ({ workoutUuid }) => workoutUuid,
    timeOf: ({ endedAt }) => endedAt,
  });
  const { found } = files;

  const finishBout = (workout: BoutMessage | null): void => {
    // In this order: a cut in between leaves both, and both are the same workout.
    if (workout !== null) files.add(workout);
    removeBout(boutFile);
  };

  const interrupted = readBout(boutFile);
  const known = found.some(({ workoutUuid }) => workoutUuid === interrupted?.workoutUuid);
  const recovered = interrupted === null || known ? null : toWorkout(interrupted);
  finishBout(recovered);

  return {
    pending: recovered === null ? found : [...found, recovered],
    recovered,
    damaged: files.damaged,
    link: readLink(linkFile),
    saveLink: (link) => saveLink(linkFile, link),
    removeLink: () => removeLink(linkFile),
    session: readSession(sessionFile),
    saveSession: (session) => saveSession(sessionFile, session),
    beginBout: (bout) => recordBeginning(boutFile, bout),
    addRep: (set, rep, endedAt) => recordRep(boutFile, set, rep, endedAt),
    finishBout,
    settle: files.remove,
    setAside: (workout, reason, now) => {
      const record = { reason, rejectedAt: now.toISOString(), workout };
      const file = path.join(folder, 'rejected', files.fileName(workout));
      writeDurably(file, JSON.stringify(record));
      files.remove(workout);
    },
  };
}
