import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { draftEnding, removeFile, writeDurably } from './state-files.ts';

interface MessageFilesOptions<M> {
  readonly folder: string;
  /** Of the folder below it, in which each message has a file. */
  readonly name: string;
  /** null: not what it should be. */
  readonly read: (value: unknown) => M | null;
  readonly idOf: (message: M) => string;
  /** What was first is sent first. */
  readonly timeOf: (message: M) => string;
}

export interface MessageFiles<M> {
  /** Found at the start, oldest first. */
  readonly found: readonly M[];
  /** Files that could not be read and were set aside. */
  readonly damaged: readonly string[];
  readonly fileName: (message: M) => string;
  /** The message is safe when this returns. */
  readonly add: (message: M) => void;
  readonly remove: (message: M) => void;
}

/** Messages on the disk, until the server has answered them. */
export function openMessageFiles<M>(options: MessageFilesOptions<M>): MessageFiles<M> {
  const { folder, name: part, idOf, timeOf } = options;
  for (const name of [part, 'damaged']) {
    mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 });
  }
  /** Names sort by time. */
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
    // Never deleted: somebody may still be able to read it.
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
