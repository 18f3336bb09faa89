import { duesStates } from '@tanren/domain/memberships/dues-ledger';
import * as Type from 'typebox';
import { endpoint } from '#endpoint.ts';

/** Month as `YYYY-MM`. */
export const Month = Type.String({ pattern: '^2\\d{3}-(0[1-9]|1[0-2])$' });
/** Amount in whole yen. */
export const Yen = Type.Integer();

/** What a membership owes for a month. */
export const duesMonth = {
  /** Charges with their corrections. */
  charged: Yen,
  /** Payments without what was paid back. */
  paid: Yen,
  /** Amount that is still owed. It is negative when the member has paid too much. */
  balance: Yen,
  state: Type.Enum([...duesStates]),
  /** Whether the amount should have been paid by now. An open month counts once it is over. */
  overdue: Type.Boolean(),
};

/** Month that has entries in the ledger. */
export const ChargedMonth = Type.Object({ month: Type.String(), ...duesMonth });
export type ChargedMonth = Type.Static<typeof ChargedMonth>;

export const MyDues = Type.Object({
  /** Memberships with dues, newest first. */
  memberships: Type.Array(
    Type.Object({
      membershipId: Type.Integer(),
      number: Type.String(),
      gymId: Type.Integer(),
      gymName: Type.String(),
      /** Amount that is owed for all months together. */
      balance: Yen,
      /** Months, newest first, at most 24. */
      months: Type.Array(ChargedMonth),
    }),
  ),
});
export type MyDues = Type.Static<typeof MyDues>;

export const getMyDues = endpoint({
  method: 'GET',
  url: '/my/dues',
  access: 'member',
  summary: 'What the memberships of the member owe and have paid, by month',
  schema: { response: { 200: MyDues } },
});
