import { parseTrainerCode } from '@tanren/domain/trainer-code';
import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database } from '#db/database.ts';
import type { TrainerLinkRow } from '#db/schema/trainer-links.ts';
import { startGuess } from './trainer-code-guesses.ts';
import { hashTrainerCode } from './trainer-code-secrets.ts';
import { consumeCode, findCodeOwner, lockMemberTrainer } from './trainer-connection-code.store.ts';
import { insertTrainerLink } from './trainer-links.store.ts';

export interface LinkParts {
  readonly db: Database;
  readonly holdAccount: HoldAccount;
  readonly trainerCodeKey: Buffer;
}

export interface EnteredCode {
  readonly trainerSub: string;
  /** The network it came from. */
  readonly address: string;
  /** As typed. */
  readonly code: string;
}

export async function linkMemberByCode(
  parts: LinkParts,
  { code, ...guesser }: EnteredCode,
  now: Date,
): Promise<TrainerLinkRow> {
  const forgetGuess = await startGuess(parts.db, parts.holdAccount, guesser, now);
  const parsed = parseTrainerCode(code);
  const outcome = parsed === null ? 'unknown' : await tryCode(parts, guesser, parsed, now);
  if (outcome === 'unknown') throw new AppError('trainer_code_unknown');
  await forgetGuess();
  if (outcome === 'own') throw new AppError('own_trainer_code');
  return outcome;
}

/** One transaction: a code is spent exactly when it has made a link. */
async function tryCode(
  { db, holdAccount, trainerCodeKey }: LinkParts,
  { trainerSub }: { readonly trainerSub: string },
  code: string,
  now: Date,
): Promise<TrainerLinkRow | 'unknown' | 'own'> {
  const codeHash = hashTrainerCode(trainerCodeKey, code);
  return await db.transaction(async (tx) => {
    await holdAccount(tx, trainerSub);
    const owner = await findCodeOwner(tx, codeHash, now);
    if (owner === null) return 'unknown';
    if (owner === trainerSub) return 'own';
    await lockMemberTrainer(tx, owner);
    // Between the two the member may have taken it back, or somebody else have entered it.
    const consumed = await consumeCode(tx, codeHash, now);
    if (consumed === null) return 'unknown';
    const { memberSub, scopes } = consumed;
    const link = await insertTrainerLink(tx, { memberSub, trainerSub, scopes, linkedAt: now });
    return link ?? 'unknown';
  });
}
