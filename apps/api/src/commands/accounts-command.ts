import {
  endUserSessions,
  findAccountByEmail,
  listAppointed,
  removeUserTotp,
  setUserGroups,
} from '@tanren/user-pool/administration';
import type { EventSource } from '@tanren/user-pool/events/record-event';
import { writeTotpRemovedByStaff } from '@tanren/user-pool/mail/security-letters';
import type { Config } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import { chooseMailer } from '#mail/mailer.ts';
import { type Appointment, appointments } from '#modules/identity/accounts.service.ts';
import { type CommandLine, UsageError } from './command-line.ts';

type AccountsCommand =
  | { readonly name: 'list' }
  | { readonly name: 'remove-totp'; readonly email: string }
  | {
      readonly name: 'appoint' | 'dismiss';
      readonly email: string;
      readonly group: Appointment;
    };

const accountsUsage = `Usage: npm run accounts -- <command>

  list                             shows who is trainer or staff
  appoint <e-mail> trainer|staff   makes somebody with an account a trainer or staff
  dismiss <e-mail> trainer|staff   ends it, from the next call on
  remove-totp <e-mail>             takes off a lost authenticator app, after you have recognised
                                   the person; ends every sign-in and mails the owner

Only for the embedded user pool: in Amazon Cognito these are groups of the pool.
`;

export function readAccountsCommand(args: readonly string[]): AccountsCommand {
  const [name = '', email, group, ...rest] = args;
  if (name === 'list' && email === undefined) return { name };
  if (name === 'remove-totp') {
    if (email === undefined || group !== undefined) {
      throw new UsageError('remove-totp takes an e-mail address');
    }
    return { name, email };
  }
  if (name !== 'appoint' && name !== 'dismiss') {
    throw new UsageError(name === '' ? '' : `unknown command: ${args.join(' ')}`);
  }
  const appointment = appointments.find((each) => each === group);
  if (email === undefined || appointment === undefined || rest.length > 0) {
    throw new UsageError(`${name} takes an e-mail address, and trainer or staff`);
  }
  return { name, email, group: appointment };
}

/** A request of the operator that cannot be fulfilled. The message is for the operator. */
class AccountError extends Error {}

/** Runs the command and returns its output. */
async function runAccountsCommand(
  command: AccountsCommand,
  db: Database,
  config: Pick<Config, 'cognito' | 'smtpUrl' | 'mailFrom' | 'dataDir'>,
): Promise<string> {
  if (config.cognito !== null) {
    throw new AccountError('accounts live in Amazon Cognito: change the groups of its user there');
  }
  if (command.name === 'list') {
    const appointed = await listAppointed(db, appointments);
    if (appointed.length === 0) return 'Nobody is trainer or staff.\n';
    return appointed.map(({ email, groups }) => `${email}  ${groups.join(', ')}\n`).join('');
  }
  if (command.name === 'remove-totp') return await removeTotp(db, config, command.email);
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

/**
 * Source of the event that the owner of the account sees. It has no network, because the operator
 * works on the server itself.
 */
const source: EventSource = {
  clientNetwork: '',
  requestId: 'npm run accounts',
  log: { info: () => {}, error: () => {} },
};

/**
 * Removes the authenticator app of an account. Staff cannot do this to each other, because
 * afterwards the password alone opens the account.
 */
async function removeTotp(
  db: Database,
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  typed: string,
): Promise<string> {
  const now = () => new Date();
  const { email } = await db.transaction(async (tx) => {
    const account = await findAccountByEmail(tx, typed);
    if (account === null) throw new AccountError(`nobody has an account with ${typed}`);
    if (!(await removeUserTotp(tx, { now }, source, account.sub))) {
      throw new AccountError(`${account.email} uses no authenticator app`);
    }
    await endUserSessions(tx, { now }, source, account.sub);
    return account;
  });
  const { mailer, close } = chooseMailer(config, now, () => {});
  const mailResult = await mailer
    .send({ to: email, ...writeTotpRemovedByStaff() })
    .then(() => 'and was told by mail', describeFailedMail)
    .finally(close);
  return `${email} uses no authenticator app any more, is signed out everywhere ${mailResult}.\n`;
}

const describeFailedMail = (error: unknown) =>
  `but could not be told by mail (${error instanceof Error ? error.message : String(error)})`;

export const accountsLine: CommandLine<AccountsCommand> = {
  usage: accountsUsage,
  read: readAccountsCommand,
  run: runAccountsCommand,
  expected: [AccountError],
};
