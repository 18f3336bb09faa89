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

/**
 * Wrong link codes of the last minutes. Counting them in the database limits guessing over all
 * nodes.
 */
export const linkFailures = pgTable(
  'link_failures',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity({ cycle: true }),
    sub: uuid().notNull(),
    /** The machine number as typed, which may not exist. */
    machineId: integer('machine_id'),
    /** The network of the attempt. `null` for a row written by the previous release. */
    address: text(),
    failedAt: timestamp('failed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('link_failures_of_member').on(table.sub, table.failedAt),
    index('link_failures_of_address').on(table.address, table.failedAt),
    index('link_failures_failed_at').on(table.failedAt),
  ],
);

/** Passwords for the live channel. Each is valid once, within a minute. */
export const liveTickets = pgTable(
  'live_tickets',
  {
    /**
     * SHA-256 in hex of user name and ticket. The ticket is random, and only one browser has it.
     */
    ticketHash: text('ticket_hash').primaryKey(),
    sub: uuid().notNull(),
    /**
     * The sign-in that requested the ticket; the channel ends with it. `null` when the user pool's
     * tokens do not contain it.
     */
    originJti: uuid('origin_jti'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('live_tickets_of_member').on(table.sub),
    index('live_tickets_expires_at').on(table.expiresAt),
  ],
);

/**
 * Current and past links of members with machines. Unique indexes allow one member per machine and
 * one machine per member. Ended links stay for 90 days, because a machine that was offline may send
 * their workouts later.
 */
export const tanrenConnections = pgTable(
  'tanren_connections',
  {
    /** Random, because the machine refers to the member by it. */
    id: uuid().primaryKey(),
    machineId: integer('machine_id')
      .notNull()
      .references(() => machines.id),
    sub: uuid().notNull(),
    linkedAt: timestamp('linked_at', { withTimezone: true }).notNull(),
    /** Time of the last set or rep. A link without one for ten minutes is released. */
    lastActiveAt: timestamp('last_active_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    endReason: text('end_reason').$type<UnlinkReason>(),
    /** Time step of the code that made the link. A code links one member only. */
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
