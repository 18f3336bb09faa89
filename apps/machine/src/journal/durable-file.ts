import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

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
export function appendDurably(file: string, text: string): void {
  writeAndSync(file, text, 'a');
}

/** Adds the first line too: the file's name has to reach the disk as well. */
export function createDurably(file: string, text: string): void {
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
