import { machinesUsage, readMachinesCommand } from './commands/machines-arguments.ts';
import { runCommand } from './commands/run-command.ts';
import { runMachinesCommand } from './commands/run-machines.ts';
import { MachineError } from './modules/machines/machines.service.ts';

/** A command of its own, see `npm run machines`. */
await runCommand(process, {
  usage: machinesUsage,
  read: readMachinesCommand,
  writesFiles: ({ name }) => name === 'mosquitto',
  run: (command, db, config) => runMachinesCommand(command, db, config, new Date()),
  expected: [MachineError],
});
