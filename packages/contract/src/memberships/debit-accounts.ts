import {
  type AccountKind,
  accountKinds,
  debitAccountLengths,
} from '@tanren/domain/memberships/debit-accounts';
import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';
import { GymIdParams } from '#gyms/gyms.ts';

const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const membershipParams = closedObject({
  membershipId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});
const kinds = Object.keys(accountKinds) as AccountKind[];
/** Texts as typed. The domain reads full-width digits and kana, and counts the characters. */
const Typed = (name: keyof typeof debitAccountLengths) =>
  Type.String({ minLength: 1, maxLength: 4 * debitAccountLengths[name] });
const bankAccount = {
  bankCode: Typed('bankCode'),
  branchCode: Typed('branchCode'),
  accountKind: Type.Enum([...kinds]),
  accountNumber: Typed('accountNumber'),
};
const SentAccount = closedObject({ ...bankAccount, holder: Typed('holder') });
const SentCollector = closedObject({
  ...bankAccount,
  consignorCode: Typed('consignorCode'),
  consignorName: Typed('consignorName'),
});
/** Account of a member for the direct debit. The name of its holder is in half-width kana. */
export const WireDebitAccount = Type.Object(SentAccount.properties);
/** Account of a gym, and its number and name at the bank that collects. */
export const WireCollector = Type.Object(SentCollector.properties);

export const getDebitAccount = endpoint({
  method: 'GET',
  url: '/staff/memberships/:membershipId/debit-account',
  access: 'staff',
  recentAuthentication: true,
  summary: 'The account for the direct debit, or null; each look is logged',
  schema: {
    params: membershipParams,
    response: { 200: Type.Object({ account: orNull(WireDebitAccount) }) },
  },
});

export const setDebitAccount = endpoint({
  method: 'PUT',
  url: '/staff/memberships/:membershipId/debit-account',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'Stores the account for the direct debit; repeatable. 400 with the field and not_digits, not_kana or too_long',
  schema: {
    params: membershipParams,
    body: SentAccount,
    response: { 200: Type.Object({ account: orNull(WireDebitAccount) }) },
  },
});

export const deleteDebitAccount = endpoint({
  method: 'DELETE',
  url: '/staff/memberships/:membershipId/debit-account',
  access: 'staff',
  recentAuthentication: true,
  summary: 'Deletes the account for the direct debit; repeatable',
  schema: { params: membershipParams, response: { 204: Type.Null() } },
});

export const getDuesCollector = endpoint({
  method: 'GET',
  url: '/staff/gyms/:gymId/dues-collector',
  access: 'staff',
  summary: "The gym's own account for the direct debit, or null",
  schema: {
    params: GymIdParams,
    response: { 200: Type.Object({ collector: orNull(WireCollector) }) },
  },
});

export const setDuesCollector = endpoint({
  method: 'PUT',
  url: '/staff/gyms/:gymId/dues-collector',
  access: 'staff',
  recentAuthentication: true,
  summary:
    "Stores the gym's own account for the direct debit; repeatable. 400 with the field and not_digits, not_kana or too_long",
  schema: {
    params: GymIdParams,
    body: SentCollector,
    response: { 200: Type.Object({ collector: orNull(WireCollector) }) },
  },
});
