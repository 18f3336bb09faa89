import type { RejectionReason } from '@tanren/contract/machine-messages';
import type { Queryable } from '#db/database.ts';
import { rejectedMessages } from '#db/schema/rejected-messages.ts';

export interface RejectedMessage {
  readonly machineId: number;
  readonly reason: RejectionReason;
  readonly workoutUuid: string | null;
  readonly connectionId: string | null;
  readonly payload: Buffer;
}

const keptBytes = 4096;

export async function insertRejected(
  db: Queryable,
  rejected: readonly RejectedMessage[],
  now: Date,
): Promise<void> {
  if (rejected.length === 0) return;
  await db.insert(rejectedMessages).values(
    rejected.map(({ payload, ...message }) => ({
      ...message,
      receivedAt: now,
      byteLength: payload.length,
      payload: toStorableText(payload),
    })),
  );
}

/** PostgreSQL's text holds no NUL; bytes that are no UTF-8 are replaced by the decoder. */
function toStorableText(payload: Buffer): string {
  return payload.toString('utf8', 0, keptBytes).replaceAll('\0', '\uFFFD');
}
