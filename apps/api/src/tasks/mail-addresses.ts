import { listAccounts } from '@tanren/user-pool/administration';
import type { FindAddresses } from '#mail/mail-rounds.ts';
import { listChosenAddresses } from '#modules/members/notifications/notifications.store.ts';
import { listTokenAddresses } from '#modules/identity/token-addresses.service.ts';

const findInAccounts: FindAddresses = async (db, subs) =>
  new Map((await listAccounts(db, subs)).map(({ sub, email }) => [sub, email]));

/**
 * Amazon Cognito is not asked for each mail. The newest token of a member knows the address; before
 * the first one was seen, the address is that of the token by which mails were chosen.
 */
const findInTokens: FindAddresses = async (db, subs) =>
  new Map([...(await listChosenAddresses(db, subs)), ...(await listTokenAddresses(db, subs))]);

/** Returns where mail goes to at the moment of sending: the address of the account as it is now. */
export function chooseFindAddresses(userPool: object | null): FindAddresses {
  return userPool === null ? findInTokens : findInAccounts;
}
