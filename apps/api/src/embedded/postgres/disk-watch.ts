import { statfs } from 'node:fs/promises';

/**
 * Free space below which a warning is logged. It is enough for the write-ahead log of some busy
 * hours. A database that cannot write its log must stop.
 */
const lowBytes = 500e6;
const everyMs = 60_000;

type FreeBytes = (folder: string) => Promise<number>;

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Warns once when free space becomes low, and again after it had recovered. Returns a function that
 * ends it.
 */
export function watchDisk(
  folder: string,
  onLow: (line: string) => void,
  readFree: FreeBytes = readFreeBytes,
): () => void {
  let low = false;
  const check = async () => {
    const free = await readFree(folder).catch(() => Number.POSITIVE_INFINITY);
    if (free < lowBytes && !low) {
      onLow(
        `The disk of ${folder} has ${Math.floor(free / 1e6)} MB left: make room before it is full, or the database has to stop.`,
      );
    }
    low = free < lowBytes;
  };
  void check();
  const timer = setInterval(() => void check(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
