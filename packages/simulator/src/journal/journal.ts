import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { UnlinkedWorkoutMessage, WorkoutMessage } from '@tanren/contract/machines/machine-messages';
import { Value } from 'typebox/value';
import { type Bout, type BoutMessage, toWorkout } from '#bout.ts';
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

/**
 * The data that a machine stores on its disk: every finished workout until the server has answered.
 */
export interface Journal {
  /**
   * Workouts found at the start, oldest first. The one made from an unfinished bout is the last.
   */
  readonly pending: readonly BoutMessage[];
  /** The workout made from a bout that a power cut interrupted. `null` when there was none. */
  readonly recovered: BoutMessage | null;
  /** Files that could not be read and were moved aside. */
  readonly damaged: readonly string[];
  /** The last link. `null` when there was none. */
  readonly link: SavedLink | null;
  readonly saveLink: (link: SavedLink) => void;
  readonly removeLink: () => void;
  /** Number of the last connection to the broker. 0 when there was none. */
  readonly session: number;
  readonly saveSession: (session: number) => void;
  readonly beginBout: (bout: Bout) => void;
  /** Stores the newest rep of the bout durably before it returns. */
  readonly addRep: (bout: Bout) => void;
  /** Stores the workout durably before it returns. */
  readonly finishBout: (workout: BoutMessage | null) => void;
  readonly remove: (workout: BoutMessage) => void;
  readonly setAside: (workout: BoutMessage, reason: string | null, now: Date) => void;
}

/** Makes a journal without a disk, for machines whose workouts may be lost with the program. */
export function createMemoryJournal(): Journal {
  const skip = () => {};
  return {
    pending: [],
    recovered: null,
    damaged: [],
    link: null,
    saveLink: skip,
    removeLink: skip,
    session: 0,
    saveSession: skip,
    beginBout: skip,
    addRep: skip,
    finishBout: skip,
    remove: skip,
    setAside: skip,
  };
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
    // The order matters: a power cut in between leaves both files, which are the same workout.
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
    addRep: (bout) => recordRep(boutFile, bout),
    finishBout,
    remove: files.remove,
    setAside: (workout, reason, now) => {
      const record = { reason, rejectedAt: now.toISOString(), workout };
      const file = path.join(folder, 'rejected', files.fileName(workout));
      writeDurably(file, JSON.stringify(record));
      files.remove(workout);
    },
  };
}
