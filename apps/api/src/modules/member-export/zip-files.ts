import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportFile } from './export-files.ts';

/** A line is too little to be worth a trip through the compressor. */
const chunkLength = 16 * 1024;

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
      current = Readable.from(gather(open()), { objectMode: false, highWaterMark: chunkLength });
      current.on('error', (error) => output.destroy(error));
      start(null, current);
    });
  }
  zip.end();
  return output;
}

async function* gather(texts: AsyncIterable<string>): AsyncIterable<Buffer> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < chunkLength) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
