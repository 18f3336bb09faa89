import type { Config } from '#config.ts';
import type { Database } from '#db/database.ts';
import { deriveDoorKey } from '#policies/door-secrets.ts';
import { openTrainerCodeKey } from '#embedded/trainer-code-key.ts';
import { addMachine, renewSecret, retireMachine } from '#modules/machines/machines.service.ts';
import { listBrokerAccounts, listMachines } from '#modules/machines/machines.store.ts';
import { describeDoor } from './door-output.ts';
import { findDoor } from './find-door.ts';
import type { MachinesCommand } from './machines-arguments.ts';
import { describeCredentials, describeMachines } from './machines-output.ts';
import { writeMosquittoFiles } from './write-mosquitto-files.ts';

/** What the command has to say. */
export async function runMachinesCommand(
  command: MachinesCommand,
  db: Database,
  config: Pick<Config, 'publicUrl' | 'mqttUrl' | 'dataDir' | 'trainerCodeKey'>,
  now: Date,
): Promise<string> {
  switch (command.name) {
    case 'add': {
      const { machine, secret } = await addMachine(db, command, now);
      return describeCredentials(machine, secret, config.publicUrl);
    }
    case 'list':
      return describeMachines(await listMachines(db));
    case 'renew': {
      const { machine, secret } = await renewSecret(db, command.id);
      return describeCredentials(machine, secret, config.publicUrl);
    }
    case 'retire':
      await retireMachine(db, command.id, now);
      return `Machine ${command.id} is retired: it can no longer sign in, and its workouts stay.\n`;
    case 'door':
      return describeDoor(
        await findDoor(db, deriveDoorKey(await openTrainerCodeKey(config, db)), command),
      );
    case 'mosquitto': {
      const accounts = await listBrokerAccounts(db);
      const files = await writeMosquittoFiles(command.out, config.mqttUrl, accounts);
      return `${files.join('\n')}\n`;
    }
  }
}
