import type { JoiningRule } from '@tanren/domain/memberships/memberships';
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
import { bytea } from './server.ts';

export const gyms = pgTable(
  'gyms',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    address: text().notNull().default(''),
    /** Directions to the gym, as text. */
    access: text().notNull().default(''),
    phone: text().notNull().default(''),
    /** Address for mails of members. */
    email: text().notNull().default(''),
    slotMinutes: smallint('slot_minutes').notNull().default(60),
    /** Maximum number of people at the same time. */
    capacity: smallint().notNull().default(10),
    cancelDeadlineMinutes: integer('cancel_deadline_minutes').notNull().default(60),
    /**
     * Secret from which server and lock of the door derive the same time codes. It is encrypted
     * from its first use on, see `door-secrets.ts`.
     */
    doorSecret: bytea('door_secret')
      .notNull()
      .default(sql`uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())`),
    /** Whether staff must approve new members. */
    joining: text().$type<JoiningRule>().notNull().default('approval'),
    /** Day of the month. Changes requested up to this day take effect from the next month on. */
    noticeDay: smallint('notice_day').notNull().default(10),
    /** Whether members are asked to answer the health check before their first training. */
    healthCheck: boolean('health_check').notNull().default(false),
    /** Minimum age of a new member in years. 0 for none besides that of the app. */
    minimumAge: smallint('minimum_age').notNull().default(0),
    /** Incremented by each change of settings, hours, special days or plans. */
    version: integer().notNull().default(1),
    /** Id made by the page of the staff. Creating a gym again with it returns the same gym. */
    draftId: uuid('draft_id').unique(),
  },
  (table) => [
    check('gyms_slot_minutes', sql`${table.slotMinutes} between 5 and 1440`),
    check('gyms_capacity', sql`${table.capacity} between 1 and 1000`),
    check('gyms_joining', sql`${table.joining} in ('approval', 'open')`),
    check('gyms_notice_day', sql`${table.noticeDay} between 1 and 28`),
    check('gyms_minimum_age', sql`${table.minimumAge} between 0 and 99`),
    check('gyms_deadline', sql`${table.cancelDeadlineMinutes} between 0 and 10080`),
  ],
);
export type GymRow = typeof gyms.$inferSelect;

/** Minutes after midnight of the gym day. The gym may close on the next day. */
const opensMinute = () => smallint('opens_minute');
const closesMinute = () => smallint('closes_minute');

/** Opening hours by weekday. The gym is closed on a weekday without a row. */
export const gymWeeklyHours = pgTable(
  'gym_weekly_hours',
  {
    gymId: integer('gym_id')
      .notNull()
      .references(() => gyms.id),
    /** Day of the week, where 0 is Sunday. */
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

/** Days that differ from the weekly hours. A row without hours means that the gym is closed. */
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

/** Plans. A plan that members have is never deleted: it is retired when staff remove it. */
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
    /** Price in yen, tax included. */
    price: integer().notNull(),
    /** Tax rate in percent. */
    taxRate: smallint('tax_rate').notNull().default(10),
    per: text().$type<'month' | 'visit'>().notNull(),
    /** Whether members with this plan may visit all gyms. */
    allGyms: boolean('all_gyms').notNull().default(false),
    /** Days of the week on which visits are allowed, by the gym day. 0 is Sunday. */
    weekdays: smallint()
      .array()
      .notNull()
      .default(sql`'{0,1,2,3,4,5,6}'`),
    /**
     * Beginning and end of the time in which visits are allowed, in minutes after midnight of the
     * gym day.
     */
    fromMinute: smallint('from_minute').notNull().default(0),
    untilMinute: smallint('until_minute').notNull().default(2880),
    /** Maximum number of visits in a month. `null` when there is no limit. */
    visitsPerMonth: smallint('visits_per_month'),
    countsNoShows: boolean('counts_no_shows').notNull().default(true),
    /** Whether members can apply for the plan. */
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

const legalText = (name: string) => text(name).notNull().default('');

/**
 * 特定商取引法に基づく表記 of a gym, one text for each item of the law. A gym without a row has an
 * empty notice.
 */
export const gymLegalNotices = pgTable('gym_legal_notices', {
  gymId: integer('gym_id')
    .primaryKey()
    .references(() => gyms.id),
  operatorName: legalText('operator_name'),
  representative: legalText('representative'),
  operatorAddress: legalText('operator_address'),
  operatorPhone: legalText('operator_phone'),
  operatorEmail: legalText('operator_email'),
  extraFees: legalText('extra_fees'),
  paymentMethods: legalText('payment_methods'),
  paymentTimes: legalText('payment_times'),
  term: legalText('term'),
  cancellation: legalText('cancellation'),
  /** Incremented by each change. */
  version: integer().notNull().default(1),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
export type GymLegalNoticeRow = typeof gymLegalNotices.$inferSelect;
