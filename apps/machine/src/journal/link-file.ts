import { readFileSync } from 'node:fs';
import * as Type from 'typebox';
import { Value } from 'typebox/value';
import { removeFile, writeDurably } from './durable-file.ts';

/** The link as the machine knows it: after a power cut it goes on counting where it was. */
const KeptLinkFile = Type.Object({
  connectionId: Type.String({ minLength: 1 }),
  nickname: Type.String(),
  nextLoadKg: Type.Union([Type.Number(), Type.Null()]),
  chosenByTrainer: Type.Boolean(),
  recentBestKg: Type.Union([Type.Number(), Type.Null()]),
  items: Type.Array(
    Type.Object({
      sets: Type.Integer(),
      reps: Type.Integer(),
      loadKg: Type.Union([Type.Number(), Type.Null()]),
      restSeconds: Type.Integer(),
    }),
  ),
  linkedAt: Type.String({ format: 'date-time' }),
});

export type KeptLink = Type.Static<typeof KeptLinkFile>;

export function keepLink(file: string, link: KeptLink): void {
  writeDurably(file, JSON.stringify(link));
}

export function forgetLink(file: string): void {
  removeFile(file);
}

export function readLink(file: string): KeptLink | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Value.Check(KeptLinkFile, value) ? value : null;
  } catch {
    return null;
  }
}
