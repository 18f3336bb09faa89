import type { DoorReason } from '@tanren/domain/booking/door';
import { isNotNull, isNull, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { gyms } from './gyms.ts';
import { memberships } from './memberships.ts';
import { trainingSessions } from './menus.ts';

const gymId = () =>
  integer('gym_id')
    .notNull()
    .references(() => gyms.id);

const slotColumns = () => ({
  gymId: gymId(),
  /** The gym day. A slot after midnight belongs to the day before. */
  gymDay: date('gym_day', { mode: 'string' }).notNull(),
  startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
  endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
});

const trainingSessionId = () =>
  integer('training_session_id').references(() => trainingSessions.id, { onDelete: 'set null' });

/**
 * Reservations. Each holds a numbered seat of its slot. A unique index prevents two reservations of
 * one seat, and an exclusion constraint in the migration, which Drizzle cannot express, prevents
 * overlapping reservations of one member. Cancelled ones stay as the member's history.
 */
export const trainingReservations = pgTable(
  'training_reservations',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...slotColumns(),
    /** Seat number, from 1 to the gym's capacity. */
    seat: smallint('place').notNull(),
    sub: uuid().notNull(),
    trainingSessionId: trainingSessionId(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Incremented by each move, because calendars use the highest number. */
    sequence: integer().notNull().default(0),
    cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
    /** Reason given by the gym. `null` unless the gym cancelled the reservation. */
    gymCancelReason: text('gym_cancel_reason'),
    /**
     * Time when door codes were first shown. From then on the reservation can no longer be changed.
     */
    codesShownAt: timestamp('codes_shown_at', { withTimezone: true }),
    /**
     * The membership of the reservation. `null` for a reservation made before memberships existed.
     */
    membershipId: integer('membership_id').references(() => memberships.id, {
      onDelete: 'set null',
    }),
    /** Time when the member came in, and who reported it: the door or staff. */
    enteredAt: timestamp('entered_at', { withTimezone: true }),
    enteredBy: text('entered_by').$type<'door' | 'staff'>(),
    /** Note of the front desk about this visit. */
    deskNote: text('desk_note').notNull().default(''),
    /**
     * Address from the token, for a mail when the gym cancels. `null` once the mail was sent or is
     * not needed.
     */
    email: text(),
  },
  (table) => [
    uniqueIndex('training_reservations_places')
      .on(table.gymId, table.startsAt, table.seat)
      .where(isNull(table.cancelledAt)),
    index('training_reservations_of_member').on(table.sub, table.startsAt, table.id),
    index('training_reservations_of_membership')
      .on(table.membershipId, table.gymDay)
      .where(isNotNull(table.membershipId)),
    index('training_reservations_of_session')
      .on(table.trainingSessionId)
      .where(isNotNull(table.trainingSessionId)),
    index('training_reservations_with_address')
      .on(table.endsAt, table.id)
      .where(isNotNull(table.email)),
    index('training_reservations_to_tell')
      .on(table.cancelledAt, table.id)
      .where(sql`${table.cancelledAt} is not null and ${table.email} is not null`),
  ],
);
export type TrainingReservationRow = typeof trainingReservations.$inferSelect;

/**
 * Visits of members who deleted their account while they were in the gym. The front desk must still
 * see that a person is inside. The row contains no name, and is deleted after the slot.
 */
export const departedVisits = pgTable('departed_visits', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  ...slotColumns(),
  enteredAt: timestamp('entered_at', { withTimezone: true }).notNull(),
});

export const waitEnds = ['reserved', 'left', 'expired', 'started', 'closed', 'uncovered'] as const;
export type WaitEnd = (typeof waitEnds)[number];

/**
 * Members who wait for a seat in a full slot, in the order of arrival. An open offer holds a seat:
 * it counts like a reservation until it is accepted, declined or expired.
 */
export const reservationWaits = pgTable(
  'reservation_waits',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ...slotColumns(),
    sub: uuid().notNull(),
    trainingSessionId: trainingSessionId(),
    /** Address from the token, for the mail about an offer. `null` when the wait is over. */
    email: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    offeredAt: timestamp('offered_at', { withTimezone: true }),
    offerExpiresAt: timestamp('offer_expires_at', { withTimezone: true }),
    mailedAt: timestamp('mailed_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    endReason: text('end_reason').$type<WaitEnd>(),
  },
  (table) => [
    uniqueIndex('reservation_waits_once')
      .on(table.sub, table.gymId, table.startsAt)
      .where(isNull(table.endedAt)),
    index('reservation_waits_of_slot')
      .on(table.gymId, table.startsAt, table.id)
      .where(isNull(table.endedAt)),
    index('reservation_waits_offers').on(table.offerExpiresAt).where(isNull(table.endedAt)),
    index('reservation_waits_of_member').on(table.sub, table.startsAt),
    index('reservation_waits_ended')
      .on(table.endedAt)
      .where(isNotNull(table.endedAt))
      .concurrently(),
    index('reservation_waits_of_session')
      .on(table.trainingSessionId)
      .where(isNotNull(table.trainingSessionId)),
  ],
);
export type ReservationWaitRow = typeof reservationWaits.$inferSelect;

/** Requests for door codes and their results, kept for 90 days. */
export const doorRequests = pgTable(
  'door_requests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    gymId: gymId(),
    sub: uuid().notNull(),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
    granted: boolean().notNull(),
    reason: text().$type<DoorReason>(),
  },
  (table) => [
    index('door_requests_of_member').on(table.sub, table.gymId, table.requestedAt),
    index('door_requests_oldest').on(table.requestedAt),
  ],
);

/** Private calendar addresses. Only the hash is stored, so only the member knows the address. */
export const calendarFeeds = pgTable('calendar_feeds', {
  sub: uuid().primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

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
