import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { BackupError } from './backup-error.ts';

const Part = Type.Object({
  name: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String(),
});

/** What a backup says of itself; its last entry, because the counts are known last. */
const ManifestSchema = Type.Object({
  format: Type.Literal(1),
  /** `cluster`: the files of the embedded PostgreSQL. `dump`: what `pg_dump` wrote. */
  kind: Type.Union([Type.Literal('cluster'), Type.Literal('dump')]),
  /** The version of TANREN. */
  program: Type.String(),
  migrations: Type.Object({
    count: Type.Integer({ minimum: 0 }),
    /** The number of the newest one in the journal of migrations. */
    newest: Type.Integer({ minimum: 0 }),
  }),
  /** The server's version, such as `18.4`. */
  postgres: Type.String(),
  /** The major version of `pg_dump`; null for a cluster. */
  pgDump: Type.Union([Type.Integer(), Type.Null()]),
  platform: Type.String(),
  /** What was acknowledged before this moment is in the backup. */
  startedAt: Type.String(),
  finishedAt: Type.String(),
  /** Names of the sealed key files; empty without keys. */
  keys: Type.Array(Type.String()),
  /** Rows of each table in the very state that the backup restores. */
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
