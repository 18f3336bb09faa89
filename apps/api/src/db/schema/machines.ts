import type { RejectionReason } from '@tanren/contract/machine-messages';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './server-keys.ts';
import { gyms } from './gyms.ts';

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

/** The machines of the gyms. Loads are hectograms, see the domain. */
export const machines = pgTable(
  'machines',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    gymId: integer('gym_id')
      .notNull()
      .references(() => gyms.id),
    workoutTypeId: integer('workout_type_id').notNull(),
    minLoadHg: integer('min_load_hg').notNull(),
    maxLoadHg: integer('max_load_hg').notNull(),
    loadStepHg: integer('load_step_hg').notNull(),
    /**
     * Of the secret it signs in to the broker with, in the form of Mosquitto's password file
     * (PBKDF2-SHA512), so that a broker of one's own can be given the same accounts.
     */
    secretHash: text('secret_hash').notNull(),
    /** Derived from the same secret one way: makes link codes, opens no broker. */
    linkKey: bytea('link_key').notNull(),
    firmware: text(),
    online: boolean().notNull().default(false),
    /** The newest of its connections to the broker that we know of; null: it names none. */
    session: bigint({ mode: 'number' }),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** No longer in use: signs in nowhere, and its workouts stay. */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  // By gym and number, as staff look through them.
  (table) => [index('machines_of_gym').on(table.gymId, table.id)],
);

export type MachineRow = typeof machines.$inferSelect;
