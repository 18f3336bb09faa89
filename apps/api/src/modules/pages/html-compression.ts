import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** Below one network packet there is nothing to win. */
const worthwhileBytes = 1400;

/**
 * HTML differs in its nonce for every answer, so unlike files it cannot be compressed at
 * build time. Level 4 costs well under a millisecond. Nothing a page contains is both
 * secret and next to what an attacker chooses, so its length gives nothing away (BREACH).
 */
export async function gzipIfAccepted(
  html: string,
  acceptEncoding: string | undefined,
): Promise<{ encoding: 'gzip' | null; body: Buffer }> {
  const plain = Buffer.from(html);
  if (plain.length < worthwhileBytes || !acceptsGzip(acceptEncoding)) {
    return { encoding: null, body: plain };
  }
  return { encoding: 'gzip', body: await compress(plain, { level: 4 }) };
}

function acceptsGzip(header = ''): boolean {
  return header.split(',').some((part) => /^\s*gzip\s*(;\s*q=(1|0\.\d*[1-9]).*)?$/i.test(part));
}
