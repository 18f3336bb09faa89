import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { BackupError } from './backup-error.ts';

const Part = Type.Object({
  name: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String(),
});

/** Description of a backup. It is the last entry, because the counts are known last. */
const ManifestSchema = Type.Object({
  format: Type.Literal(1),
  /** `cluster` has the files of the embedded PostgreSQL, and `dump` has the output of `pg_dump`. */
  kind: Type.Union([Type.Literal('cluster'), Type.Literal('dump')]),
  /** Version of TANREN. */
  program: Type.String(),
  migrations: Type.Object({
    count: Type.Integer({ minimum: 0 }),
    /** Number of the newest migration in the journal. */
    newest: Type.Integer({ minimum: 0 }),
  }),
  /** Version of the server, such as `18.4`. */
  postgres: Type.String(),
  /** Major version of `pg_dump`. `null` for a cluster. */
  pgDump: Type.Union([Type.Integer(), Type.Null()]),
  platform: Type.String(),
  /** Start of the backup. Everything acknowledged before this time is in the backup. */
  startedAt: Type.String(),
  finishedAt: Type.String(),
  /** Names of the sealed key files. Empty when the backup has no keys. */
  keys: Type.Array(Type.String()),
  /** Number of rows per table in exactly the state that the backup restores. */
  rows: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  parts: Type.Array(Part),
});

export type Manifest = Type.Static<typeof ManifestSchema>;
export type PartDigest = Type.Static<typeof Part>;
const manifest = Compile(ManifestSchema);

export function encodeManifest(value: Manifest): Buffer {
  return Buffer.from(JSON.stringify(value));
}

export function decodeManifest(bytes: Buffer): Manifest {
  const value = parse(bytes);
  if (typeof value === 'object' && value !== null && 'format' in value && value.format !== 1) {
    throw new BackupError(
      'the backup has a format that this version does not know: use a newer one',
    );
  }
  if (!manifest.Check(value))
    throw new BackupError('the backup is damaged: its manifest is not one');
  return value;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

export function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
