import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { staffMachineQuery } from '#features/staff-machines/staff-machines.queries.ts';

export async function loadStaffMachine(queryClient: QueryClient, machineId: number): Promise<void> {
  if ((await queryClient.query(staffMachineQuery(machineId))) === null) throw notFound();
}

/** Whoever scanned the label of a removed one would be led to a machine that is gone. */
export async function loadMachineLabel(queryClient: QueryClient, machineId: number): Promise<void> {
  const machine = await queryClient.query(staffMachineQuery(machineId));
  if (machine === null || machine.retiredAt !== null) throw notFound();
}
