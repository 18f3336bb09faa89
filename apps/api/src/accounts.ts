import { accountsUsage, readAccountsCommand } from './commands/accounts-arguments.ts';
import { AccountError, runAccountsCommand } from './commands/run-accounts.ts';
import { runCommand } from './commands/run-command.ts';

/** A command of its own, see `npm run accounts`. */
await runCommand(process, {
  usage: accountsUsage,
  read: readAccountsCommand,
  run: runAccountsCommand,
  expected: [AccountError],
});
