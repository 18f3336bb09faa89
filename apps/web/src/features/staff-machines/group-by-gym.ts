import type { StaffMachine } from '@tanren/contract/staff-machines';

export interface GymMachines {
  readonly gymId: number;
  readonly gymName: string;
  readonly machines: readonly StaffMachine[];
  readonly retired: readonly StaffMachine[];
}

/** In the order they come: by gym and number. */
export function groupByGym(machines: readonly StaffMachine[]): GymMachines[] {
  return Array.from(new Set(machines.map(({ gymId }) => gymId)), (gymId) => {
    const ofGym = machines.filter((machine) => machine.gymId === gymId);
    return {
      gymId,
      gymName: ofGym[0]?.gymName ?? '',
      machines: ofGym.filter(({ retiredAt }) => retiredAt === null),
      retired: ofGym.filter(({ retiredAt }) => retiredAt !== null),
    };
  });
}
