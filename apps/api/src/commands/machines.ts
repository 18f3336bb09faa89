import { machinesUsage, readMachinesCommand, runMachinesCommand } from './machines-command.ts';
import { runCommand } from './command-line.ts';
import { MachineError } from '#modules/machines/machines.service.ts';

/** A command of its own, see `npm run machines`. */
await runCommand(process, {
  usage: machinesUsage,
  read: readMachinesCommand,
  writesFiles: ({ name }) => name === 'mosquitto',
  run: (command, db, config) => runMachinesCommand(command, db, config, new Date()),
  expected: [MachineError],
});
