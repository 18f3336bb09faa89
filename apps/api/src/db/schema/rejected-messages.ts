import type { RejectionReason } from '@tanren/contract/machine-messages';
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What machines sent and we refused, for staff; kept for 90 days. */
export const rejectedMessages = pgTable(
  'rejected_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    machineId: integer('machine_id').notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    reason: text().$type<RejectionReason>().notNull(),
    /** Where it could be read: of the bout, and of the link, which names a member. */
    workoutUuid: uuid('workout_uuid'),
    connectionId: uuid('connection_id'),
    byteLength: integer('byte_length').notNull(),
    /** Its beginning, with what is no text replaced. */
    payload: text().notNull(),
  },
  (table) => [
    index('rejected_messages_received_at').on(table.receivedAt),
    index('rejected_messages_connection').on(table.connectionId),
    // One for each way in which staff look through them, however many a broken machine sends.
    index('rejected_messages_of_machine').on(table.machineId, table.receivedAt, table.id),
    index('rejected_messages_by_reason').on(table.reason, table.receivedAt, table.id),
    index('rejected_messages_of_machine_by_reason').on(
      table.machineId,
      table.reason,
      table.receivedAt,
      table.id,
    ),
  ],
);
