import { type Appointment, appointments } from '#policies/accounts.ts';
import { UsageError } from './usage-error.ts';

export type AccountsCommand =
  | { readonly name: 'list' }
  | {
      readonly name: 'appoint' | 'dismiss';
      readonly email: string;
      readonly group: Appointment;
    };

export const accountsUsage = `Usage: npm run accounts -- <command>

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
