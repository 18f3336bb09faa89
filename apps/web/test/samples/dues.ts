import type { ChargedMonth } from '@tanren/contract/memberships/dues';
import type {
  DuesSums,
  MembershipDues,
  StaffDues,
  StaffDuesRow,
} from '@tanren/contract/memberships/staff-dues';
import { sampleGym } from './gyms.ts';

const open = { charged: 8800, paid: 0, balance: 8800, state: 'open', overdue: false } as const;

/** Returns a month that was charged and is not paid yet. */
export function sampleDuesMonth(changes: Partial<ChargedMonth> = {}): ChargedMonth {
  return { month: '2026-11', ...open, ...changes };
}

/** Returns a charged month of a member in the list of staff. */
export function sampleDuesRow(
  membershipId: number,
  changes: Partial<StaffDuesRow> = {},
): StaffDuesRow {
  return {
    membershipId,
    number: String(membershipId).padStart(8, '0'),
    name: '力石 春',
    nameKana: 'リキイシ ハル',
    planName: 'レギュラー',
    due: 8800,
    ...open,
    hasAccount: true,
    ...changes,
  };
}

export const sampleDuesSums: DuesSums = {
  memberships: 3,
  uncharged: { count: 1, total: 6600 },
  charged: 17_600,
  paid: 8800,
  open: { count: 1, total: 8800 },
  overdue: { count: 1, total: 8800 },
};

/** Returns a month with one paid, one failed and one uncharged membership. */
export function sampleStaffDues(changes: Partial<StaffDues> = {}): StaffDues {
  return {
    gymName: sampleGym.name,
    month: '2026-11',
    sums: sampleDuesSums,
    transfers: [],
    items: [
      sampleDuesRow(1234, { state: 'failed', overdue: true }),
      sampleDuesRow(1235, { name: '新井 初', paid: 8800, balance: 0, state: 'paid' }),
      sampleDuesRow(1236, {
        name: '三上 舞',
        planName: 'デイ',
        due: 6600,
        charged: 0,
        balance: 0,
        state: 'uncharged',
        hasAccount: false,
      }),
    ],
    nextCursor: null,
    ...changes,
  };
}

/** Returns the ledger of a membership that has paid October and owes November. */
export function sampleMembershipDues(changes: Partial<MembershipDues> = {}): MembershipDues {
  const entry = { reason: 'レギュラー', at: '2026-11-01T01:00:00.000Z' };
  return {
    membershipId: 1234,
    gymId: sampleGym.id,
    balance: 8800,
    months: [
      sampleDuesMonth({ state: 'failed', overdue: true }),
      sampleDuesMonth({ month: '2026-10', paid: 8800, balance: 0, state: 'paid' }),
    ],
    entries: [
      { entryId: 4, month: '2026-11', kind: 'failed', amount: 0, ...entry, reason: '資金不足' },
      { entryId: 3, month: '2026-11', kind: 'charge', amount: 8800, ...entry },
      { entryId: 2, month: '2026-10', kind: 'payment', amount: -8800, ...entry, reason: '' },
      { entryId: 1, month: '2026-10', kind: 'charge', amount: 8800, ...entry },
    ],
    hasAccount: false,
    ...changes,
  };
}
