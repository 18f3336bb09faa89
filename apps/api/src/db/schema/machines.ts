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

/** Messages of machines that the server rejected, for staff. They are deleted after 90 days. */
export const rejectedMessages = pgTable(
  'rejected_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    machineId: integer('machine_id').notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    reason: text().$type<RejectionReason>().notNull(),
    /**
     * Ids of the bout and of the link, which identifies a member. `null` if they could not be read.
     */
    workoutUuid: uuid('workout_uuid'),
    connectionId: uuid('connection_id'),
    byteLength: integer('byte_length').notNull(),
    /** The beginning of the message. Bytes that are not text are replaced. */
    payload: text().notNull(),
  },
  (table) => [
    index('rejected_messages_received_at').on(table.receivedAt),
    index('rejected_messages_connection').on(table.connectionId),
    // Each filter of the staff list has its own index, because a broken machine may send many
    // messages.
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

/** The machines of the gyms. Loads are in hectograms, as in the domain package. */
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
     * Hash of the secret with which the machine signs in to the broker. It has the format of
     * Mosquitto's password file (PBKDF2-SHA512), so that an operator's own broker can use the same
     * accounts.
     */
    secretHash: text('secret_hash').notNull(),
    /**
     * Key derived from the same secret by a one-way function. It makes link codes and does not open
     * the broker.
     */
    linkKey: bytea('link_key').notNull(),
    firmware: text(),
    online: boolean().notNull().default(false),
    /**
     * The newest connection to the broker that the server knows of. `null` when the machine sends
     * no number.
     */
    session: bigint({ mode: 'number' }),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /**
     * Time when the machine was taken out of use. It can no longer sign in, and its workouts stay.
     */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  // Index for the staff list, which is sorted by gym and machine number.
  (table) => [index('machines_of_gym').on(table.gymId, table.id)],
);

export type MachineRow = typeof machines.$inferSelect;
