import { doorStepSeconds } from '@tanren/domain/door';
import { toKilograms } from '@tanren/domain/loads';
import { workoutTypes } from '@tanren/domain/workout-types';
import { toBase32 } from '@tanren/user-pool/crypto/secrets';
import { eq } from 'drizzle-orm';
import { renderUnicodeCompact } from 'uqr';
import type { Database } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import type { MachineRow } from '#db/schema/machines.ts';
import { MachineError } from '#modules/machines/machines.service.ts';
import { readDoorSecret, renewDoorSecret } from '#policies/door-secrets.ts';

/** What is written into the machine, and the QR that is stuck on it. */
export function describeCredentials(machine: MachineRow, secret: string, publicUrl: URL): string {
  const label = new URL('/tanren-link', publicUrl).href;
  return `
  machine  ${machine.id}
  type     ${nameType(machine)}
  loads    ${describeLoads(machine)}
  secret   ${secret}

  The secret is shown this once. Write it into the machine and nowhere else.
  The label of the machine (${label}):

${indent(renderUnicodeCompact(label, { border: 1 }))}
`;
}

export function describeMachines(machines: readonly (MachineRow & { gymName: string })[]): string {
  if (machines.length === 0) return 'There are no machines yet.\n';
  const rows = machines.map((machine) => [
    String(machine.id),
    `${machine.gymId} ${machine.gymName}`,
    nameType(machine),
    describeLoads(machine),
    machine.retiredAt !== null ? 'retired' : machine.online ? 'online' : 'offline',
    machine.lastSeenAt?.toISOString() ?? 'never seen',
    machine.firmware ?? '',
  ]);
  return `${rows.map((row) => row.join('  ').trimEnd()).join('\n')}\n`;
}

function nameType({ workoutTypeId }: MachineRow): string {
  const name = workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? '';
  return `${workoutTypeId} ${name}`;
}

function describeLoads({ minLoadHg, maxLoadHg, loadStepHg }: MachineRow): string {
  const [min, max, step] = [minLoadHg, maxLoadHg, loadStepHg].map(toKilograms);
  return `${min}-${max} kg by ${step}`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

/** The lock of a gym, with the secret it shares. */
interface FoundDoor {
  readonly id: number;
  readonly name: string;
  readonly secret: Buffer;
  readonly renewed: boolean;
}

export async function findDoor(
  db: Database,
  doorKey: Buffer,
  { id: gymId, renew }: { readonly id: number; readonly renew: boolean },
): Promise<FoundDoor> {
  const { id, name } = gyms;
  const [gym] = await db.select({ id, name }).from(gyms).where(eq(id, gymId));
  const secret = await (renew ? renewDoorSecret : readDoorSecret)(db, doorKey, gymId);
  if (gym === undefined || secret === null) throw new MachineError(`there is no gym ${gymId}`);
  return { ...gym, secret, renewed: renew };
}

/** What the lock is given: it then knows the same codes as members see. */
export function describeDoor({ id, name, secret: bytes, renewed }: FoundDoor): string {
  const secret = toBase32(bytes);
  const address = describeOtpAuth(name, secret);
  return `
  gym      ${id} ${name}
  secret   ${secret}
  codes    6 digits, HMAC-SHA-1, every ${doorStepSeconds} seconds (RFC 6238)
  address  ${address}

  Whoever knows it can open the door at any time. Write it into the lock and nowhere else.
  The lock takes the present code and the one before.
${renewed ? '  It is a new one: until the lock has it, no code of the app opens the door.\n' : ''}
${renderUnicodeCompact(address, { border: 1 }).replaceAll(/^/gm, '  ')}
`;
}

function describeOtpAuth(name: string, secret: string): string {
  const label = encodeURIComponent(`TANREN:${name}`);
  const query = new URLSearchParams({
    secret,
    issuer: 'TANREN',
    algorithm: 'SHA1',
    digits: '6',
    period: String(doorStepSeconds),
  });
  return `otpauth://totp/${label}?${query.toString()}`;
}
