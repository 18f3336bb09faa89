import { Readable } from 'node:stream';

/** A line is too little to be worth a trip through a compressor or a socket. */
const chunkLength = 16 * 1024;

/** UTF-8 of these, in chunks, asked for only as fast as they are read. */
export function streamTexts(texts: AsyncIterable<string>): Readable {
  return Readable.from(gather(texts), { objectMode: false, highWaterMark: chunkLength });
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
