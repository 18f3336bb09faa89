import { hkdfSync } from 'node:crypto';
import { type HealthAnswers, mapHealthQuestions } from '@tanren/domain/memberships/health-check';
import { seal, unseal } from '@tanren/user-pool/crypto/secrets';

/**
 * Derives the key that encrypts health checks. The database alone must not reveal anybody's health.
 * The key comes from the key of the trainers' codes, which is stored outside the database, is the
 * same on all nodes and is part of a backup.
 */
export function deriveHealthKey(trainerCodeKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', trainerCodeKey, '', 'health checks', 32));
}

interface HealthCheckOwner {
  readonly sub: string;
  readonly gymId: number;
}

/** Binds the answers to their row, so that those of another member cannot be put in their place. */
const boundTo = ({ sub, gymId }: HealthCheckOwner) => `health check of ${sub} in gym ${gymId}`;

/**
 * Encrypts answers. The text has the same length for all answers, because AES-GCM does not hide the
 * length of what it encrypts.
 */
export function sealAnswers(key: Buffer, owner: HealthCheckOwner, answers: HealthAnswers): Buffer {
  const bits = mapHealthQuestions((question) => (answers[question] ? 1 : 0));
  return seal(key, Buffer.from(JSON.stringify(bits)), boundTo(owner));
}

/** Decrypts answers. Returns `null` when they were encrypted with another key or for another row. */
export function openAnswers(
  key: Buffer,
  owner: HealthCheckOwner,
  sealed: Buffer,
): HealthAnswers | null {
  const plain = unseal(key, sealed, boundTo(owner));
  if (plain === null) return null;
  const bits = JSON.parse(plain.toString()) as Partial<Record<string, number>>;
  return mapHealthQuestions((question) => bits[question] === 1);
}
