import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { staffMachineQuery } from '#features/staff-machines/staff-machines.queries.ts';

export async function loadStaffMachine(queryClient: QueryClient, machineId: number): Promise<void> {
  if ((await queryClient.query(staffMachineQuery(machineId))) === null) throw notFound();
}
