import { runBackupCommand } from './backup-command.ts';

/** Entry point of `npm run backup`. Ctrl-C leaves no partial file. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop.abort());
await runBackupCommand(process, stop.signal);
