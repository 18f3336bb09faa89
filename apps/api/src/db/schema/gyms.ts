import type { JoiningRule } from '@tanren/domain/memberships';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './server-keys.ts';

export const gyms = pgTable(
  'gyms',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    address: text().notNull().default(''),
    /** How to get there, in words. */
    access: text().notNull().default(''),
    phone: text().notNull().default(''),
    /** Where members write to. */
    email: text().notNull().default(''),
    slotMinutes: smallint('slot_minutes').notNull().default(60),
    /** People at once. */
    capacity: smallint().notNull().default(10),
    cancelDeadlineMinutes: integer('cancel_deadline_minutes').notNull().default(60),
    /**
     * Shared with the lock of the door, which knows the same time codes by it. Sealed from its first
     * use on, see `db/door-secrets.ts`.
     */
    doorSecret: bytea('door_secret')
      .notNull()
      .default(sql`uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())`),
    /** Whether staff check new members first. */
    joining: text().$type<JoiningRule>().notNull().default('approval'),
    /** Changes that members ask for up to this day of a month hold from the next month on. */
    noticeDay: smallint('notice_day').notNull().default(10),
    /** Grows with each change of what staff set, hours, special days and plans included. */
    version: integer().notNull().default(1),
    /** Made by whoever opened it: the same one sent again is the same gym. */
    draftId: uuid('draft_id').unique(),
  },
  (table) => [
    check('gyms_slot_minutes', sql`${table.slotMinutes} between 5 and 1440`),
    check('gyms_capacity', sql`${table.capacity} between 1 and 1000`),
    check('gyms_joining', sql`${table.joining} in ('approval', 'open')`),
    check('gyms_notice_day', sql`${table.noticeDay} between 1 and 28`),
    check('gyms_deadline', sql`${table.cancelDeadlineMinutes} between 0 and 10080`),
  ],
);
export type GymRow = typeof gyms.$inferSelect;

/** Minutes after midnight of the gym day; closing may be on the next day. */
const opensMinute = () => smallint('opens_minute');
const closesMinute = () => smallint('closes_minute');

/** The hours of the week; a day without a row is closed. */
export const gymWeeklyHours = pgTable(
  'gym_weekly_hours',
  {
    gymId: integer('gym_id')
      .notNull()
      .references(() => gyms.id),
    /** 0 is Sunday. */
    weekday: smallint().notNull(),
    opensMinute: opensMinute().notNull(),
    closesMinute: closesMinute().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gymId, table.weekday] }),
    check('gym_weekly_hours_weekday', sql`${table.weekday} between 0 and 6`),
    check(
      'gym_weekly_hours_order',
      sql`0 <= ${table.opensMinute} and ${table.opensMinute} < ${table.closesMinute} and ${table.closesMinute} <= 2880`,
    ),
  ],
);

/** Days that differ from their week; closed without hours. */
export const gymSpecialDays = pgTable(
  'gym_special_days',
  {
    gymId: integer('gym_id')
      .notNull()
      .references(() => gyms.id),
    date: date({ mode: 'string' }).notNull(),
    opensMinute: opensMinute(),
    closesMinute: closesMinute(),
    note: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.gymId, table.date] }),
    check(
      'gym_special_days_order',
      sql`(${table.opensMinute} is null and ${table.closesMinute} is null) or (0 <= ${table.opensMinute} and ${table.opensMinute} < ${table.closesMinute} and ${table.closesMinute} <= 2880)`,
    ),
  ],
);

/** Plans that members have are never deleted: one that staff took away is retired. */
export const subscriptionPlans = pgTable(
  'subscription_plans',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    gymId: integer('gym_id')
      .notNull()
      .references(() => gyms.id),
    position: smallint().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    /** Yen, tax included. */
    price: integer().notNull(),
    /** Percent. */
    taxRate: smallint('tax_rate').notNull().default(10),
    per: text().$type<'month' | 'visit'>().notNull(),
    /** Whether its members may visit all gyms. */
    allGyms: boolean('all_gyms').notNull().default(false),
    /** 0 is Sunday, by the gym day. */
    weekdays: smallint()
      .array()
      .notNull()
      .default(sql`'{0,1,2,3,4,5,6}'`),
    /** Visits lie between them: minutes after midnight of the gym day. */
    fromMinute: smallint('from_minute').notNull().default(0),
    untilMinute: smallint('until_minute').notNull().default(2880),
    /** Null: without limit. */
    visitsPerMonth: smallint('visits_per_month'),
    countsNoShows: boolean('counts_no_shows').notNull().default(true),
    /** Whether members can apply for it. */
    offered: boolean().notNull().default(true),
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [
    check(
      'subscription_plans_hours',
      sql`0 <= ${table.fromMinute} and ${table.fromMinute} < ${table.untilMinute} and ${table.untilMinute} <= 2880`,
    ),
    check('subscription_plans_visits', sql`${table.visitsPerMonth} between 1 and 1000`),
  ],
);
export type SubscriptionPlanRow = typeof subscriptionPlans.$inferSelect;
