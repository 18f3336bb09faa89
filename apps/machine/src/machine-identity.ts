import type { LoadRange } from '@tanren/domain/loads';

/** What is written into a machine when it is set up. */
export interface MachineIdentity extends LoadRange {
  readonly id: number;
  readonly gymId: number;
  readonly workoutTypeId: number;
  readonly name: string;
  readonly secret: string;
}
