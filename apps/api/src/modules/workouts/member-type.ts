/** A member and a workout type, which have one row of bests and one state of strength. */
export interface MemberType {
  readonly sub: string;
  readonly workoutTypeId: number;
}
