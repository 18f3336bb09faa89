import { listAccounts } from '@tanren/user-pool/administration';
import type { FindAddresses } from '#mail/mail-rounds.ts';
import { listChosenAddresses } from '#modules/members/notifications/notifications.store.ts';
import { listTokenAddresses } from '#modules/identity/token-addresses.service.ts';

const findInAccounts: FindAddresses = async (db, subs) =>
  new Map((await listAccounts(db, subs)).map(({ sub, email }) => [sub, email]));

/**
 * Returns addresses without a call to Amazon Cognito: that of the member's newest token or, before
 * the first recorded token, that of the token with which mails were chosen.
 */
const findInTokens: FindAddresses = async (db, subs) =>
  new Map([...(await listChosenAddresses(db, subs)), ...(await listTokenAddresses(db, subs))]);

/** Returns where mail goes to at the moment of sending: the address of the account as it is now. */
export function chooseFindAddresses(userPool: object | null): FindAddresses {
  return userPool === null ? findInTokens : findInAccounts;
}
