import type { UnlinkReason } from '@tanren/contract/machines/machine-commands';
import type { DescriptionMessage } from '@tanren/contract/machines/machine-description';
import type { RejectionReason } from '@tanren/contract/machines/machine-messages';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './server.ts';
import { gyms } from './gyms.ts';
import { isNull, sql } from 'drizzle-orm';

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
    /** What the machine says it is and measures. `null` for a machine of version 1. */
    description: jsonb().$type<DescriptionMessage>(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /**
     * Time when the machine was taken out of use. It can no longer sign in, and its workouts stay.
     */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
    /** Time when staff began to inspect the machine. `null` while it may be used. */
    inspectionSince: timestamp('inspection_since', { withTimezone: true }),
    /** Note of staff. Members never see it. */
    inspectionNote: text('inspection_note'),
    /** Time until which the machine counts as used without a link. It says so itself. */
    usedUntil: timestamp('used_until', { withTimezone: true }),
  },
  // Index for the staff list, which is sorted by gym and machine number.
  (table) => [index('machines_of_gym').on(table.gymId, table.id)],
);

export type MachineRow = typeof machines.$inferSelect;

/**
 * Sums of what the workouts of a gym day say about the offset of a machine. Only the trigger on the
 * workouts adds rows, so that the sums always equal the stored workouts. The rows of one day are
 * merged later.
 */
export const machineOffsetDays = pgTable(
  'machine_offset_days',
  {
    machineId: integer('machine_id').notNull(),
    gymDay: date('gym_day', { mode: 'string' }).notNull(),
    workouts: integer().notNull(),
    precision: bigint({ mode: 'number' }).notNull(),
    weighted: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('machine_offset_days_of_machine').on(table.machineId, table.gymDay)],
);

/** Offsets of machines against others of their type, computed once a day from the sums. */
export const machineOffsets = pgTable('machine_offsets', {
  machineId: integer('machine_id').primaryKey(),
  /** Logarithm of the felt load over the load shown, with its standard deviation. */
  mean: real().notNull(),
  sd: real().notNull(),
  /** Recent change as a logarithm, and its first gym day. `null` without a clear change. */
  moved: real(),
  movedSince: date('moved_since', { mode: 'string' }),
});
export type MachineOffsetRow = typeof machineOffsets.$inferSelect;

/**
 * Use of the machines of a gym by type, weekday and hour in the last four weeks, with the simulated
 * waits. Once a day all rows of a gym are computed anew. Hours without a bout have no row.
 */
export const gymTypeHours = pgTable(
  'gym_type_hours',
  {
    gymId: integer('gym_id')
      .notNull()
      .references(() => gyms.id),
    /** Day of the week of the gym day, where 0 is Sunday. */
    weekday: smallint().notNull(),
    workoutTypeId: integer('workout_type_id').notNull(),
    /** Hours after midnight of the gym day. 25 is one o'clock in the next morning. */
    hour: smallint().notNull(),
    /** First gym day after the measured ones. */
    computedOn: date('computed_on', { mode: 'string' }).notNull(),
    /** Number of gym days of this weekday on which the gym was used. */
    days: smallint().notNull(),
    /** Number of machines of the type when the waits were simulated. */
    machines: smallint().notNull(),
    /** Bouts that began in the hour on these days, their total length, and the use in the hour. */
    bouts: integer().notNull(),
    boutSeconds: integer('bout_seconds').notNull(),
    busySeconds: integer('busy_seconds').notNull(),
    /** Mean wait, the wait that one of twenty people exceeds, and the mean with one machine more. */
    waitSeconds: integer('wait_seconds').notNull(),
    longWaitSeconds: integer('long_wait_seconds').notNull(),
    waitSecondsWithMore: integer('wait_seconds_with_more').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gymId, table.weekday, table.hour, table.workoutTypeId] }),
  ],
);
export type GymTypeHourRow = typeof gymTypeHours.$inferSelect;

/** Plan of a gym's floor. A gym without a row was never planned by staff. */
export const gymFloors = pgTable('gym_floors', {
  gymId: integer('gym_id')
    .primaryKey()
    .references(() => gyms.id),
  /** Incremented by each change of the plan. */
  version: integer().notNull().default(0),
});

/**
 * Cells of a gym's floor that have a machine. The primary key allows one machine in each cell. A
 * retired machine is ignored and leaves with the next change of the plan.
 */
export const floorCells = pgTable(
  'floor_cells',
  {
    gymId: integer('gym_id')
      .notNull()
      .references(() => gymFloors.gymId),
    /** The first column is on the left and the first row at the top. */
    column: smallint('floor_column').notNull(),
    row: smallint('floor_row').notNull(),
    machineId: integer('machine_id')
      .notNull()
      .unique()
      .references(() => machines.id),
  },
  (table) => [
    primaryKey({ columns: [table.gymId, table.column, table.row] }),
    check('floor_cells_column', sql`${table.column} between 1 and 6`),
    check('floor_cells_row', sql`${table.row} between 1 and 12`),
  ],
);

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
    /** The newest bout and its sets, with the running one. `null` before the first set. */
    boutUuid: uuid('bout_uuid'),
    setCount: smallint('set_count').notNull().default(0),
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

/**
 * Machines that a member on the way has asked for. The keys allow one hold per machine and one per
 * member. A row whose time is over counts as absent, and is deleted within a minute.
 */
export const machineHolds = pgTable('machine_holds', {
  machineId: integer('machine_id')
    .primaryKey()
    .references(() => machines.id),
  sub: uuid().notNull().unique(),
  heldAt: timestamp('held_at', { withTimezone: true }).notNull(),
  untilAt: timestamp('until_at', { withTimezone: true }).notNull(),
});
export type MachineHoldRow = typeof machineHolds.$inferSelect;
