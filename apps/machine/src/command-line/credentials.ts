import { readFileSync } from 'node:fs';
import { workoutTypes } from '@tanren/domain/workout-types';
import * as Type from 'typebox';
import { Value } from 'typebox/value';
import type { MachineIdentity } from '#machine-identity.ts';
import type { Arguments } from './arguments.ts';
import { UsageError } from './usage-error.ts';

const CredentialsFile = Type.Object({
  machines: Type.Array(
    Type.Object({
      id: Type.Integer(),
      gymId: Type.Integer(),
      workoutTypeId: Type.Integer(),
      name: Type.String(),
      secret: Type.String(),
      minLoad: Type.Number(),
      maxLoad: Type.Number(),
      loadStep: Type.Number(),
    }),
  ),
});

/** @throws UsageError when there is no such machine */
export function chooseMachines(args: Arguments, credentialsFile: string): MachineIdentity[] {
  const ids = args.machineIds ?? [1];
  if (args.secret !== null) return [describeOwn(ids[0] ?? 1, args.secret, args.workoutTypeId ?? 1)];
  const known = readCredentials(credentialsFile);
  if (args.all) {
    const chosen = known.filter(({ gymId }) => args.gymId === null || gymId === args.gymId);
    if (chosen.length === 0) throw new UsageError(`${credentialsFile} knows no such gym.`);
    return chosen;
  }
  return ids.map((id) => {
    const machine = known.find((candidate) => candidate.id === id);
    if (machine !== undefined) return machine;
    throw new UsageError(
      `There is no machine ${id} in ${credentialsFile}. ` +
        'One made with `npm run machines` needs --secret.',
    );
  });
}

/** Of a machine the demo world does not know; its type tells the usual loads. */
function describeOwn(id: number, secret: string, workoutTypeId: number): MachineIdentity {
  const type = workoutTypes.find((candidate) => candidate.id === workoutTypeId) ?? workoutTypes[0];
  const { name, minLoad, maxLoad, loadStep } = type;
  return { id, gymId: 0, workoutTypeId, name, secret, minLoad, maxLoad, loadStep };
}

function readCredentials(file: string): readonly MachineIdentity[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UsageError(
      `There are no machines yet (${file}).\n` +
        'Run `npm start` first: with the demo world it makes the gyms and their machines.\n' +
        'For a machine of your own, use --machine and --secret.',
    );
  }
  if (Value.Check(CredentialsFile, value)) return value.machines;
  throw new UsageError(`${file} is not what the server writes. Delete it and run \`npm start\`.`);
}
