import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { draftEnding, removeFile, writeDurably } from './state-files.ts';

interface MessageFilesOptions<M> {
  readonly folder: string;
  /** Name of the subfolder in which each message has a file. */
  readonly name: string;
  /** Validates a message. Returns `null` when it is invalid. */
  readonly read: (value: unknown) => M | null;
  readonly idOf: (message: M) => string;
  /** Returns the time of a message. Messages are sent in the order of their times. */
  readonly timeOf: (message: M) => string;
}

export interface MessageFiles<M> {
  /** Messages found at the start, oldest first. */
  readonly found: readonly M[];
  /** Files that could not be read and were moved aside. */
  readonly damaged: readonly string[];
  readonly fileName: (message: M) => string;
  /** Stores the message durably before it returns. */
  readonly add: (message: M) => void;
  readonly remove: (message: M) => void;
}

/** Opens the messages on the disk, which stay there until the server has answered them. */
export function openMessageFiles<M>(options: MessageFilesOptions<M>): MessageFiles<M> {
  const { folder, name: part, idOf, timeOf } = options;
  for (const name of [part, 'damaged']) {
    mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 });
  }
  /** Returns a file name that begins with the time, so that names sort by time. */
  const fileName = (message: M) => `${Date.parse(timeOf(message))}-${idOf(message)}.json`;
  const place = (message: M) => path.join(folder, part, fileName(message));

  const found: M[] = [];
  const damaged: string[] = [];
  const names = readdirSync(path.join(folder, part));
  for (const name of names.toSorted((a, b) => a.localeCompare(b))) {
    const file = path.join(folder, part, name);
    if (name.endsWith(draftEnding)) {
      removeFile(file);
      continue;
    }
    const message = options.read(parse(readFileSync(file, 'utf8')));
    if (message !== null) {
      found.push(message);
      continue;
    }
    // A damaged file is never deleted, because a person may still be able to read it.
    renameSync(file, path.join(folder, 'damaged', name));
    damaged.push(name);
  }
  return {
    found,
    damaged,
    fileName,
    add: (message) => writeDurably(place(message), JSON.stringify(message)),
    remove: (message) => removeFile(place(message)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
