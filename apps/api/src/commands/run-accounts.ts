import { findAccountByEmail, listAppointed, setUserGroups } from '@tanren/user-pool/administration';
import type { Config } from '#config.ts';
import { appointments } from '#policies/accounts.ts';
import type { Database } from '#db/database.ts';
import type { AccountsCommand } from './accounts-arguments.ts';

/** A wish of the operator that cannot be granted, in words for them. */
export class AccountError extends Error {}

/** What the command has to say. */
export async function runAccountsCommand(
  command: AccountsCommand,
  db: Database,
  { cognito }: Pick<Config, 'cognito'>,
): Promise<string> {
  if (cognito !== null) {
    throw new AccountError('accounts live in Amazon Cognito: change the groups of its user there');
  }
  if (command.name === 'list') {
    const appointed = await listAppointed(db, appointments);
    if (appointed.length === 0) return 'Nobody is trainer or staff.\n';
    return appointed.map(({ email, groups }) => `${email}  ${groups.join(', ')}\n`).join('');
  }
  const { name, email, group } = command;
  return await db.transaction(async (tx) => {
    const account = await findAccountByEmail(tx, email);
    if (account === null) throw new AccountError(`nobody has an account with ${email}`);
    const others = account.groups.filter((each) => each !== group);
    await setUserGroups(tx, account.sub, name === 'appoint' ? [...others, group] : others);
    return name === 'appoint'
      ? `${account.email} is ${group} now, and sees it after the next sign-in.\n`
      : `${account.email} is no longer ${group}.\n`;
  });
}
