import { boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './bytea.ts';
import { gyms } from './gyms.ts';

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
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** No longer in use: signs in nowhere, and its workouts stay. */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [index().on(table.gymId)],
);

export type MachineRow = typeof machines.$inferSelect;
