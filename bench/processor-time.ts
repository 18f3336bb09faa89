import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Processor time in milliseconds since the start of each process. */
export interface ProcessorTime {
  readonly node: number;
  readonly database: number;
  readonly broker: number;
}

/** Length of a tick: Linux counts in hundredths of a second. */
const tickMs = 10;

/** Returns the time of a process, including its ended children that it has waited for. */
async function readProcess(pid: number): Promise<{ parent: number; ms: number } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const fields = stat?.slice(stat.lastIndexOf(') ') + 2).split(' ');
  if (fields === undefined) return null;
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), ms: ticks * tickMs };
}

/** Returns the time of the postmaster and all its connections, including closed ones. */
async function readPostgres(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  const postmaster = Number(file.split('\n')[0]);
  let sum = (await readProcess(postmaster))?.ms ?? 0;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const process = await readProcess(Number(name));
    if (process?.parent === postmaster) sum += process.ms;
  }
  return sum;
}

export async function readProcessorTime(
  server: { readonly pid: number; readonly dataDir: string },
  brokerPid: number,
): Promise<ProcessorTime> {
  return {
    node: (await readProcess(server.pid))?.ms ?? 0,
    database: await readPostgres(server.dataDir),
    broker: (await readProcess(brokerPid))?.ms ?? 0,
  };
}

export function combine(
  one: ProcessorTime,
  other: ProcessorTime,
  by: (one: number, other: number) => number,
): ProcessorTime {
  return {
    node: by(one.node, other.node),
    database: by(one.database, other.database),
    broker: by(one.broker, other.broker),
  };
}
