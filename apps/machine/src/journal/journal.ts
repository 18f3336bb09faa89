import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { type RejectionReason, WorkoutMessage } from '@tanren/contract/machine-messages';
import { Value } from 'typebox/value';
import { type Bout, type SetRecord, toWorkout } from '#bout.ts';
import {
  draftEnding,
  removeBout,
  removeLink,
  saveLink,
  type SavedLink,
  readBout,
  readLink,
  recordBeginning,
  recordSet,
  removeFile,
  writeDurably,
} from './state-files.ts';

/** What a machine keeps on its disk: every finished workout until the server has answered. */
export interface Journal {
  /** Found at the start, oldest first; those an unfinished bout became are the last. */
  readonly pending: readonly WorkoutMessage[];
  /** The bout a power cut interrupted, finished with what it had. */
  readonly recovered: WorkoutMessage | null;
  /** Files that could not be read and were set aside. */
  readonly damaged: readonly string[];
  /** The last one there was. */
  readonly link: SavedLink | null;
  readonly saveLink: (link: SavedLink) => void;
  readonly removeLink: () => void;
  readonly beginBout: (bout: Bout) => void;
  readonly addSet: (set: SetRecord, endedAt: Date) => void;
  /** The workout is safe when this returns. */
  readonly finishBout: (workout: WorkoutMessage | null) => void;
  readonly settle: (workout: WorkoutMessage) => void;
  readonly setAside: (workout: WorkoutMessage, reason: RejectionReason | null, now: Date) => void;
}

export function openJournal(folder: string): Journal {
  const place = (name: string) => path.join(folder, name);
  for (const name of ['workouts', 'rejected', 'damaged']) {
    mkdirSync(place(name), { recursive: true, mode: 0o700 });
  }
  const boutFile = place('bout.jsonl');
  const linkFile = place('link.json');
  const found = readWorkouts(folder);

  const finishBout = (workout: WorkoutMessage | null): void => {
    // In this order: a cut in between leaves both, and both are the same workout.
    if (workout !== null) {
      writeDurably(path.join(folder, 'workouts', fileName(workout)), JSON.stringify(workout));
    }
    removeBout(boutFile);
  };

  const interrupted = readBout(boutFile);
  const known = found.workouts.some(({ workoutUuid }) => workoutUuid === interrupted?.workoutUuid);
  const recovered = interrupted === null || known ? null : toWorkout(interrupted);
  finishBout(recovered);

  return {
    pending: recovered === null ? found.workouts : [...found.workouts, recovered],
    recovered,
    damaged: found.damaged,
    link: readLink(linkFile),
    saveLink: (link) => saveLink(linkFile, link),
    removeLink: () => removeLink(linkFile),
    beginBout: (bout) => recordBeginning(boutFile, bout),
    addSet: (set, endedAt) => recordSet(boutFile, set, endedAt),
    finishBout,
    settle: (workout) => removeFile(path.join(folder, 'workouts', fileName(workout))),
    setAside: (workout, reason, now) => {
      const record = { reason, rejectedAt: now.toISOString(), workout };
      writeDurably(path.join(folder, 'rejected', fileName(workout)), JSON.stringify(record));
      removeFile(path.join(folder, 'workouts', fileName(workout)));
    },
  };
}

/** Names sort by time: what was lifted first is sent first. */
function fileName({ endedAt, workoutUuid }: WorkoutMessage): string {
  return `${Date.parse(endedAt)}-${workoutUuid}.json`;
}

function readWorkouts(folder: string): { workouts: WorkoutMessage[]; damaged: string[] } {
  const workouts: WorkoutMessage[] = [];
  const damaged: string[] = [];
  const names = readdirSync(path.join(folder, 'workouts'));
  for (const name of names.toSorted((a, b) => a.localeCompare(b))) {
    const file = path.join(folder, 'workouts', name);
    if (name.endsWith(draftEnding)) {
      removeFile(file);
      continue;
    }
    const workout = parseWorkout(readFileSync(file, 'utf8'));
    if (workout !== null) {
      workouts.push(workout);
      continue;
    }
    // Never deleted: somebody may still be able to read it.
    renameSync(file, path.join(folder, 'damaged', name));
    damaged.push(name);
  }
  return { workouts, damaged };
}

function parseWorkout(text: string): WorkoutMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(WorkoutMessage, value) ? value : null;
  } catch {
    return null;
  }
}
