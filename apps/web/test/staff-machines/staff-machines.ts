import type { StaffMachine } from '@tanren/contract/staff-machines';

export const sampleSecret = 'q7Zk2mXc9VbN4tRw';

/** A chest press that is connected and free. */
export function sampleMachine(wishes: Partial<StaffMachine> = {}): StaffMachine {
  return {
    id: 12,
    gymId: 1,
    gymName: 'TANREN 新宿',
    workoutTypeId: 1,
    minLoad: 5,
    maxLoad: 150,
    loadStep: 2.5,
    firmware: '1.4.0',
    online: true,
    lastSeenAt: new Date().toISOString(),
    inUse: false,
    rejectedToday: 0,
    createdAt: '2026-01-05T01:00:00.000Z',
    retiredAt: null,
    ...wishes,
  };
}
