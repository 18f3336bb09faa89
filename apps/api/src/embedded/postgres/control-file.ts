import { open } from 'node:fs/promises';
import path from 'node:path';

interface ControlFile {
  /** Whether the server was stopped properly, so that all data is in its files. */
  readonly cleanlyStopped: boolean;
  readonly writtenAt: Date;
}

/** Values of `DBState` in PostgreSQL's `pg_control.h`: shut down, and shut down in recovery. */
const stoppedStates = [1, 2];

/**
 * Reads what `pg_controldata` would print, which the embedded package lacks: the state at byte 16
 * and the time of the last change at byte 24, in every version since 8.0. Returns `null` when the
 * file is missing or too short. The server then reports the problem itself.
 */
export async function readControlFile(data: string): Promise<ControlFile | null> {
  const handle = await open(path.join(data, 'global', 'pg_control'), 'r').catch(() => null);
  if (handle === null) return null;
  try {
    const bytes = Buffer.alloc(32);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    if (bytesRead < bytes.length) return null;
    return {
      cleanlyStopped: stoppedStates.includes(bytes.readInt32LE(16)),
      writtenAt: new Date(Number(bytes.readBigInt64LE(24)) * 1000),
    };
  } finally {
    await handle.close();
  }
}
