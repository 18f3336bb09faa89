import {
  duesEntryKinds,
  handEntryKinds,
  maxDuesAmount,
} from '@tanren/domain/memberships/dues-ledger';
import { maxResultsBytes } from '@tanren/domain/memberships/dues-transfers';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from '#endpoint.ts';
import { GymId } from '#gyms/gyms.ts';
import { ChargedMonth, duesMonth, Month, Yen } from './dues.ts';

const Instant = Type.String({ format: 'date-time' });
const Day = Type.String({ format: 'date' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Count = Type.Integer();
const monthParams = closedObject({ gymId: GymId, month: Month });
const membershipParams = closedObject({ membershipId: Id });

/** Dues of a membership in one month. */
export const StaffDuesRow = Type.Object({
  membershipId: Type.Integer(),
  number: Type.String(),
  name: Type.String(),
  /** フリガナ of the name. Absent when it is not known. */
  nameKana: Type.Optional(Type.String()),
  /** Plan of the month. `null` when no day of the month is covered. */
  planName: orNull(Type.String()),
  /** Amount that the plan asks for. It differs from `charged` when the plan changed afterwards. */
  due: Yen,
  ...duesMonth,
  /** Whether an account for the direct debit is stored. */
  hasAccount: Type.Boolean(),
});
export type StaffDuesRow = Type.Static<typeof StaffDuesRow>;

/** Transfer file that was made for the bank. */
export const DuesTransfer = Type.Object({
  /** Day of withdrawal. */
  onDay: Day,
  madeAt: Instant,
  count: Count,
  total: Yen,
  /** Time at which the results of the bank were imported. `null` before that. */
  resultsAt: orNull(Instant),
});
export type DuesTransfer = Type.Static<typeof DuesTransfer>;

/** Sums over all memberships of the month, regardless of the filter. */
export const DuesSums = Type.Object({
  memberships: Count,
  /** Amount of the months that can be charged and are not. */
  uncharged: Type.Object({ count: Count, total: Yen }),
  charged: Yen,
  paid: Yen,
  /** Amounts that are still owed. What others have paid too much is not taken off. */
  open: Type.Object({ count: Count, total: Yen }),
  overdue: Type.Object({ count: Count, total: Yen }),
});
export type DuesSums = Type.Static<typeof DuesSums>;

export const StaffDues = Type.Object({
  gymName: Type.String(),
  month: Type.String(),
  sums: DuesSums,
  /** Transfer files of the month, newest first. */
  transfers: Type.Array(DuesTransfer),
  ...pageOf(StaffDuesRow).properties,
});
export type StaffDues = Type.Static<typeof StaffDues>;

export const listDues = endpoint({
  method: 'GET',
  url: '/staff/gyms/:gymId/dues/:month',
  access: 'staff',
  summary:
    'Who owes what in a month, by membership number, with the sums of the month. One look a day is logged',
  schema: {
    params: monthParams,
    querystring: closedObject({
      /** `open`: only memberships with an amount that is still owed. */
      show: Type.Optional(Type.Enum(['all', 'open'])),
      ...pageQuery,
    }),
    response: { 200: StaffDues },
  },
});

const CsvFile = Type.Unsafe<unknown>({ type: 'string', format: 'binary' });

export const exportDues = endpoint({
  method: 'GET',
  url: '/staff/gyms/:gymId/dues/:month/csv',
  access: 'staff',
  recentAuthentication: true,
  summary: 'The dues of a month as CSV for spreadsheets (UTF-8 with BOM), one row a membership',
  schema: { params: monthParams, produces: ['text/csv'], response: { 200: CsvFile } },
});

export const chargeDues = endpoint({
  method: 'POST',
  url: '/staff/gyms/:gymId/dues/:month/charges',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'Charges what is not charged yet; repeatable. Visits are charged once the month is over. 409 too_far_ahead after the next month',
  schema: {
    params: monthParams,
    response: {
      200: Type.Object({ count: Count, total: Yen }),
    },
  },
});

export const makeTransfer = endpoint({
  method: 'POST',
  url: '/staff/gyms/:gymId/dues/:month/transfers',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'The 全銀 file (口座振替) of all open amounts with an account. For the same day it has the same amounts again, until its results are imported. 409 collector_missing, nothing_to_collect, transfer_pending, results_imported',
  schema: {
    params: monthParams,
    body: closedObject({
      onDay: Day,
      /** Whether a file of this month that has no results yet is given up. */
      replace: Type.Optional(Type.Boolean()),
    }),
    response: {
      200: Type.Object({
        fileName: Type.String(),
        /** Bytes of the file, as base64. */
        content: Type.String(),
        count: Count,
        total: Yen,
        /** Number of memberships with an open amount and without an account. */
        withoutAccount: Count,
      }),
    },
  },
});

export const importResults = endpoint({
  method: 'POST',
  url: '/staff/gyms/:gymId/dues/:month/results',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'Books the results of the bank for a transfer file of the month; the same file again books nothing. 400 with a field /lines/<number> and a code of duesResultErrors for each wrong line: nothing is booked. 409 results_imported for another file',
  schema: {
    params: monthParams,
    body: closedObject({
      /** Bytes of the bank's file, as base64. */
      content: Type.String({ minLength: 1, maxLength: Math.ceil(maxResultsBytes / 3) * 4 }),
      /** Whether to show what would be booked, and book nothing. */
      dryRun: Type.Boolean(),
    }),
    response: {
      200: Type.Object({
        /** `preview`: nothing was booked. `imported`: booked now. `known`: booked before. */
        outcome: Type.Enum(['preview', 'imported', 'known']),
        onDay: Day,
        paid: Type.Object({ count: Count, total: Yen }),
        failed: Type.Object({ count: Count, total: Yen }),
        failures: Type.Array(
          Type.Object({
            membershipId: Type.Integer(),
            number: Type.String(),
            name: Type.String(),
            amount: Yen,
            /** Reason of the bank, in Japanese. */
            reason: Type.String(),
          }),
        ),
      }),
    },
  },
});

export const StaffDuesEntry = Type.Object({
  entryId: Type.Integer(),
  month: Type.String(),
  kind: Type.Enum([...duesEntryKinds]),
  /** Amount in yen. It is positive when the member owes more, and negative for a payment. */
  amount: Yen,
  at: Instant,
  /** Reason of staff or of the bank. For a charge, the name of the plan. */
  reason: Type.String(),
});
export type StaffDuesEntry = Type.Static<typeof StaffDuesEntry>;

export const MembershipDues = Type.Object({
  membershipId: Type.Integer(),
  gymId: Type.Integer(),
  balance: Yen,
  /** Months with entries, newest first, at most 24. */
  months: Type.Array(ChargedMonth),
  /** Entries, newest first, at most 200. */
  entries: Type.Array(StaffDuesEntry),
  hasAccount: Type.Boolean(),
});
export type MembershipDues = Type.Static<typeof MembershipDues>;

export const getMembershipDues = endpoint({
  method: 'GET',
  url: '/staff/memberships/:membershipId/dues',
  access: 'staff',
  summary: 'The ledger of a membership. One look a day and person is logged',
  schema: { params: membershipParams, response: { 200: MembershipDues } },
});

export const addDuesEntry = endpoint({
  method: 'POST',
  url: '/staff/memberships/:membershipId/dues',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'Adds a payment, a correction or a refund; the same draftId adds it once. A payment is also a step 入金確認 of the membership, which the member gets by mail',
  schema: {
    params: membershipParams,
    body: closedObject({
      draftId: Type.String({ format: 'uuid', maxLength: 36 }),
      month: Month,
      kind: Type.Enum([...handEntryKinds]),
      /**
       * Amount in yen. A payment and a refund are positive. A correction is positive when the member
       * owes more, and otherwise negative.
       */
      amount: Type.Integer({ minimum: -maxDuesAmount, maximum: maxDuesAmount }),
      reason: Type.String({ minLength: 1, maxLength: 4 * staffLimits.reason }),
    }),
    response: { 201: MembershipDues },
  },
});
