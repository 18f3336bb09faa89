import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { gyms } from './gyms.ts';

const gymId = () =>
  integer('gym_id')
    .notNull()
    .references(() => gyms.id);

/** Broker accounts of the door locks. The lock of a gym without a row reports nothing. */
export const gymDoors = pgTable('gym_doors', {
  gymId: gymId().primaryKey(),
  /** Hash in the format of Mosquitto's password file, like those of machines. */
  secretHash: text('secret_hash').notNull(),
  renewedAt: timestamp('renewed_at', { withTimezone: true }).notNull(),
});

/**
 * Entries of members, as reported by the lock. A message that is sent again finds its row. Rows are
 * deleted after 90 days.
 */
export const doorEntries = pgTable(
  'door_entries',
  {
    gymId: gymId(),
    /** Id made by the lock. */
    entryUuid: uuid('entry_uuid').notNull(),
    /** `null` when the code named a visit that no member had reserved. */
    sub: uuid(),
    enteredAt: timestamp('entered_at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gymId, table.entryUuid] }),
    index('door_entries_of_member').on(table.sub, table.enteredAt),
    index('door_entries_of_gym').on(table.gymId, table.enteredAt),
    index('door_entries_oldest').on(table.receivedAt),
  ],
);
export type DoorEntryRow = typeof doorEntries.$inferSelect;
