import { findAccountByEmail, listAppointed, setUserGroups } from '@tanren/user-pool/administration';
import type { Config } from '#config.ts';
import type { Database } from '#db/database.ts';
import { type Appointment, appointments } from '#policies/accounts.ts';
import { type CommandLine, UsageError } from './command-line.ts';

type AccountsCommand =
  | { readonly name: 'list' }
  | {
      readonly name: 'appoint' | 'dismiss';
      readonly email: string;
      readonly group: Appointment;
    };

const accountsUsage = `Usage: npm run accounts -- <command>

  list                             shows who is trainer or staff
  appoint <e-mail> trainer|staff   makes somebody with an account a trainer or staff
  dismiss <e-mail> trainer|staff   ends it, from the next call on

Only for the embedded user pool: in Amazon Cognito these are groups of the pool.
`;

export function readAccountsCommand(args: readonly string[]): AccountsCommand {
  const [name = '', email, group, ...rest] = args;
  if (name === 'list' && email === undefined) return { name };
  if (name !== 'appoint' && name !== 'dismiss') {
    throw new UsageError(name === '' ? '' : `unknown command: ${args.join(' ')}`);
  }
  const appointment = appointments.find((each) => each === group);
  if (email === undefined || appointment === undefined || rest.length > 0) {
    throw new UsageError(`${name} takes an e-mail address, and trainer or staff`);
  }
  return { name, email, group: appointment };
}

/** A request of the operator that cannot be granted, in words for them. */
class AccountError extends Error {}

/** What the command has to say. */
async function runAccountsCommand(
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

export const accountsLine: CommandLine<AccountsCommand> = {
  usage: accountsUsage,
  read: readAccountsCommand,
  run: runAccountsCommand,
  expected: [AccountError],
};
