import { doorStepSeconds } from '@tanren/domain/booking/door';
import { chooseDoorDigits, type DoorDigits } from '@tanren/domain/booking/door-guesses';
import { toBase32 } from '@tanren/user-pool/crypto/secrets';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { hasDoorAccount, renewDoorAccount } from '#modules/booking/door/door-accounts.ts';
import { findHighestSeat } from '#modules/booking/door/door-entries.store.ts';
import { MachineError } from '#modules/machines/machines.service.ts';
import { toUsername } from '#mqtt/access-rules.ts';
import { readDoorSecret, renewDoorSecret } from '#modules/booking/door/door-secrets.ts';

interface DoorRequest {
  readonly id: number;
  /**
   * Credentials to renew: all secrets of the lock, or only its account at the broker. `null` for
   * none.
   */
  readonly renew: 'all' | 'account' | null;
}

/** The lock of a gym with the data that is configured in it. */
interface FoundDoor {
  readonly id: number;
  readonly name: string;
  readonly seats: number;
  readonly digits: DoorDigits;
  /** Secret shared with the lock, from which the codes are derived. */
  readonly secret: Buffer;
  readonly renewed: boolean;
  /** Password at the broker. `null` unless it was just made, because it is shown only once. */
  readonly password: string | null;
}

export async function findDoor(
  db: Database,
  doorKey: Buffer,
  { id: gymId, renew }: DoorRequest,
  now: Date,
): Promise<FoundDoor> {
  const [gym] = await db.select().from(gyms).where(eq(gyms.id, gymId));
  const renewed = renew === 'all';
  const secret = await (renewed ? renewDoorSecret : readDoorSecret)(db, doorKey, gymId);
  if (gym === undefined || secret === null) throw new MachineError(`there is no gym ${gymId}`);
  const isNew = renew !== null || !(await hasDoorAccount(db, gymId));
  const password = isNew ? await renewDoorAccount(db, gymId, now) : null;
  const { id, name } = gym;
  const seats = await findHighestSeat(db, gymId, now);
  return { id, name, seats, digits: chooseDoorDigits(gym), secret, renewed, password };
}

/**
 * Describes the configuration of the lock, with which it accepts members' codes and reports
 * entries.
 */
export function describeDoor(door: FoundDoor): string {
  const { id, name, seats, digits, secret, renewed, password } = door;
  return `
  gym       ${id} ${name}
  secret    ${toBase32(secret)}
  seats     ${seats}
  codes     ${digits} digits, HMAC-SHA-1 over minute and visit, every ${doorStepSeconds} seconds
  account   ${toUsername({ kind: 'door', gymId: id })}
  password  ${password ?? 'shown once, when it was made (--renew-account makes another)'}

  Whoever knows the secret can open the door at any time. Write it into the lock and nowhere else.
  The lock takes the codes of the present minute and of the one before, for the seats of the slots
  that the server has told it, and says by its account at the broker which visit it let in
  (docs/decisions/0021-memberships.md).
${renewed ? '  The secret is a new one: until the lock has it, no code of the app opens the door.\n' : ''}`;
}
