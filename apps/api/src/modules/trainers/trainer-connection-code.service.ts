import { createHmac, randomBytes } from 'node:crypto';
import {
  makeTrainerCode,
  trainerCodeMs,
  type TrainerScope,
  trainerScopes,
} from '@tanren/domain/trainers/trainers';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import {
  changeCodeScopes,
  deleteCode,
  findLiveCode,
  lockMemberTrainer,
  replaceCode,
  type TrainerCodeRow,
} from './trainer-connection-code.store.ts';
import {
  changeLinkScopes,
  type EndedTrainerLink,
  endLinkOfMember,
  findMemberTrainer,
  type MemberTrainer,
} from './trainer-links.store.ts';

/**
 * Derives a code from its nonce and the server's key. A code is found by its keyed hash, so a
 * person who has only the database can neither read a code nor try codes until one fits. Each use
 * has its own label, so that no value can be derived from another.
 */
export function deriveTrainerCode(key: Buffer, nonce: Buffer): string {
  return makeTrainerCode(createHmac('sha256', key).update('code\0').update(nonce).digest());
}

export function hashTrainerCode(key: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update('hash\0').update(code).digest();
}

export type MemberConnection =
  | { readonly state: 'none' }
  | { readonly state: 'pending'; readonly row: TrainerCodeRow }
  | { readonly state: 'linked'; readonly trainer: MemberTrainer };

export async function readConnection(
  db: Queryable,
  memberSub: string,
  now: Date,
): Promise<MemberConnection> {
  const trainer = await findMemberTrainer(db, memberSub);
  if (trainer !== null) return { state: 'linked', trainer };
  const row = await findLiveCode(db, memberSub, now);
  return row === null ? { state: 'none' } : { state: 'pending', row };
}

interface CodeRequest {
  readonly sub: string;
  readonly scopes: readonly TrainerScope[];
}

export async function issueCode(
  db: Queryable,
  lockAccount: LockAccount,
  key: Buffer,
  { sub, scopes }: CodeRequest,
  now: Date,
): Promise<MemberConnection> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    await lockMemberTrainer(tx, sub);
    if ((await findMemberTrainer(tx, sub)) !== null) throw new AppError('trainer_linked');
    const expiresAt = new Date(now.getTime() + trainerCodeMs);
    let row: TrainerCodeRow;
    do {
      const nonce = randomBytes(16);
      const codeHash = hashTrainerCode(key, deriveTrainerCode(key, nonce));
      row = { memberSub: sub, nonce, codeHash, scopes: sortScopes(scopes), expiresAt };
    } while (!(await replaceCode(tx, row)));
    return { state: 'pending', row };
  });
}

export async function changeScopes(
  db: Queryable,
  { sub, scopes }: CodeRequest,
  now: Date,
): Promise<MemberConnection> {
  const sorted = sortScopes(scopes);
  return await db.transaction(async (tx) => {
    await lockMemberTrainer(tx, sub);
    const changed =
      (await changeLinkScopes(tx, sub, sorted)) || (await changeCodeScopes(tx, sub, sorted, now));
    if (!changed) throw new AppError('not_found');
    return await readConnection(tx, sub, now);
  });
}

export async function endConnection(
  db: Queryable,
  memberSub: string,
  now: Date,
): Promise<EndedTrainerLink | null> {
  return await db.transaction(async (tx) => {
    await lockMemberTrainer(tx, memberSub);
    await deleteCode(tx, memberSub);
    return await endLinkOfMember(tx, memberSub, now);
  });
}

function sortScopes(scopes: readonly TrainerScope[]): TrainerScope[] {
  return trainerScopes.filter((scope) => scopes.includes(scope));
}
