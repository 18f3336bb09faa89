import type { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportFile } from './export-files.ts';
import { streamTexts } from './stream-texts.ts';

/**
 * One zip file of these, made while it is read: the reader's pace is the pace at which files
 * are opened and rows fetched, so the memory it takes does not grow with the size.
 */
export function zipFiles(files: readonly ExportFile[], modifiedAt: Date): Readable {
  const zip = new ZipFile();
  // Declared as less than it is.
  const output = zip.outputStream as PassThrough;
  let current: Readable | null = null;
  zip.on('error', (error: Error) => output.destroy(error));
  // Of a reader who left: ends the rows that were being read.
  output.once('close', () => current?.destroy());

  for (const { name, open } of files) {
    zip.addReadStreamLazy(name, { mtime: modifiedAt }, (start) => {
      current = streamTexts(open());
      current.on('error', (error) => output.destroy(error));
      start(null, current);
    });
  }
  zip.end();
  return output;
}
