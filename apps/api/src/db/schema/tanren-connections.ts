import type { UnlinkReason } from '@tanren/contract/machine-messages';
import { isNull } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { machines } from './machines.ts';

/** Wrong link codes of the last minutes: guessing must not pay, on whichever node. */
export const linkFailures = pgTable(
  'link_failures',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity({ cycle: true }),
    sub: uuid().notNull(),
    /** As typed; there may be no such machine. */
    machineId: integer('machine_id'),
    /** The network it came from. Null: noted by the release before this one. */
    address: text(),
    failedAt: timestamp('failed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('link_failures_of_member').on(table.sub, table.failedAt),
    index('link_failures_of_address').on(table.address, table.failedAt),
    index('link_failures_failed_at').on(table.failedAt),
  ],
);

/** Passwords for the live channel: each opens it once, within a minute. */
export const liveTickets = pgTable(
  'live_tickets',
  {
    /** SHA-256 in hex of user name and ticket, which is random and only one browser has. */
    ticketHash: text('ticket_hash').primaryKey(),
    sub: uuid().notNull(),
    /** The sign-in that asked for it: the channel ends with it. Null when the user pool does not tell. */
    originJti: uuid('origin_jti'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('live_tickets_of_member').on(table.sub),
    index('live_tickets_expires_at').on(table.expiresAt),
  ],
);

/**
 * Who is, or was, linked with which machine. The database itself keeps it at one member a
 * machine and one machine a member. Ended ones stay for 90 days: a machine that was cut off
 * may send the workouts of such a link later.
 */
export const tanrenConnections = pgTable(
  'tanren_connections',
  {
    /** Random, because a machine names the member by it. */
    id: uuid().primaryKey(),
    machineId: integer('machine_id')
      .notNull()
      .references(() => machines.id),
    sub: uuid().notNull(),
    linkedAt: timestamp('linked_at', { withTimezone: true }).notNull(),
    /** Of the last set or rep; without one for ten minutes the link is released. */
    lastActiveAt: timestamp('last_active_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    endReason: text('end_reason').$type<UnlinkReason>(),
    /** The time step of the code it was made with: a code links one member only. */
    codeStep: bigint('code_step', { mode: 'number' }).notNull(),
  },
  (table) => [
    uniqueIndex('tanren_connections_machine').on(table.machineId).where(isNull(table.endedAt)),
    uniqueIndex('tanren_connections_member').on(table.sub).where(isNull(table.endedAt)),
    index('tanren_connections_of_member').on(table.sub),
    index('tanren_connections_codes').on(table.machineId, table.codeStep),
    index('tanren_connections_ended').on(table.endedAt),
  ],
);

export type TanrenConnectionRow = typeof tanrenConnections.$inferSelect;
