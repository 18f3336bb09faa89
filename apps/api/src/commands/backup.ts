import { runBackupCommand } from './backup-command.ts';

/** A command of its own, see `npm run backup`. Ctrl-C leaves nothing half written. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop.abort());
await runBackupCommand(process, stop.signal);
