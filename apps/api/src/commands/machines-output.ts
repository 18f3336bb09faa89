import { toKilograms } from '@tanren/domain/workouts/loads';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { renderUnicodeCompact } from 'uqr';
import type { MachineRow } from '#db/schema/machines.ts';

/** Describes the configuration of a machine and the QR code of its label. */
export function describeCredentials(machine: MachineRow, secret: string, publicUrl: URL): string {
  const label = new URL('/tanren-link', publicUrl).href;
  return `
  machine  ${machine.id}
  type     ${nameType(machine)}
  loads    ${describeLoads(machine)}
  secret   ${secret}

  The secret is shown this once. Write it into the machine and nowhere else.
  The label of the machine (${label}):

${indent(renderUnicodeCompact(label, { border: 1 }))}
`;
}

export function describeMachines(machines: readonly (MachineRow & { gymName: string })[]): string {
  if (machines.length === 0) return 'There are no machines yet.\n';
  const rows = machines.map((machine) => [
    String(machine.id),
    `${machine.gymId} ${machine.gymName}`,
    nameType(machine),
    describeLoads(machine),
    machine.retiredAt !== null ? 'retired' : machine.online ? 'online' : 'offline',
    machine.lastSeenAt?.toISOString() ?? 'never seen',
    machine.firmware ?? '',
  ]);
  return `${rows.map((row) => row.join('  ').trimEnd()).join('\n')}\n`;
}

function nameType({ workoutTypeId }: MachineRow): string {
  const name = workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? '';
  return `${workoutTypeId} ${name}`;
}

function describeLoads({ minLoadHg, maxLoadHg, loadStepHg }: MachineRow): string {
  const [min, max, step] = [minLoadHg, maxLoadHg, loadStepHg].map(toKilograms);
  return `${min}-${max} kg by ${step}`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
