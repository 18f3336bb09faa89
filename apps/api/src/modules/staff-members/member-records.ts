import type { Workout, WorkoutDetail } from '@tanren/contract/workouts';
import type { Queryable, Transaction } from '#db/database.ts';

export interface WorkoutKey {
  readonly sub: string;
  readonly workoutId: number;
}

export interface RecordedSet {
  readonly loadHg: number;
  readonly repLoadsHg: readonly number[];
}

/** As it was, and as it is: without sets when it was removed. */
export interface ChangedRecord {
  readonly workoutTypeId: number;
  readonly before: readonly RecordedSet[];
  readonly after: readonly RecordedSet[];
}

export interface RecordCorrection {
  readonly sets: readonly {
    readonly position: number;
    readonly loadHg: number;
    readonly repCount: number;
  }[];
  readonly reason: string;
  /** Of the record it was made from, which its last correction names; null: there was none. */
  readonly madeFrom: Date | null;
}

export interface RecordPageRequest {
  readonly sub: string;
  readonly cursor: string | null;
  readonly limit: number;
}

/** A member's workouts. Whoever has no such is `not_found`; bests and rankings follow changes. */
export interface MemberRecords {
  readonly readPage: (
    db: Queryable,
    request: RecordPageRequest,
  ) => Promise<{ items: Workout[]; nextCursor: string | null }>;
  readonly read: (db: Queryable, key: WorkoutKey) => Promise<WorkoutDetail>;
  /** Null: it stands already, for it was sent before. One that somebody else changed is stale. */
  readonly correct: (
    tx: Transaction,
    key: WorkoutKey,
    correction: RecordCorrection,
    now: Date,
  ) => Promise<ChangedRecord | null>;
  readonly remove: (
    tx: Transaction,
    key: WorkoutKey,
    reason: string,
    now: Date,
  ) => Promise<ChangedRecord>;
  /** What the member does next may be another now: their machine, if there is one, hears of it. */
  readonly tellMachine: (sub: string) => Promise<void>;
}
