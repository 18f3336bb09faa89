/** The link a workout belongs to, with what its machine is. */
export interface WorkoutLink {
  readonly connectionId: string;
  readonly sub: string;
  readonly machineId: number;
  readonly linkedAt: Date;
  readonly lastActiveAt: Date;
  readonly endedAt: Date | null;
  readonly workoutTypeId: number;
  readonly gymId: number;
  readonly minLoadHg: number;
  readonly maxLoadHg: number;
  readonly loadStepHg: number;
}
