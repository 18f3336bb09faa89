import type { RejectionReason } from '@tanren/contract/machine-messages';
import type { PersonalBestKind } from '@tanren/domain/personal-bests';

interface About {
  readonly machineId: number;
}

export interface StoredOutcome extends About {
  readonly result: 'stored';
  readonly workoutUuid: string;
  readonly connectionId: string;
  readonly sub: string;
  readonly workoutId: number;
  readonly workoutTypeId: number;
  readonly maxHg: number;
  readonly tfoHg: number;
  readonly personalBests: PersonalBestKind[];
}

export interface DuplicateOutcome extends About {
  readonly result: 'duplicate';
  readonly workoutUuid: string;
}

export interface RejectedOutcome extends About {
  readonly result: 'rejected';
  readonly reason: RejectionReason;
  readonly workoutUuid: string | null;
  readonly connectionId: string | null;
  /** Who trains there, if the machine may know: a foreign link's member is not told. */
  readonly sub: string | null;
  readonly payload: Buffer;
}

/** What became of a machine's message. */
export type IngestOutcome = StoredOutcome | DuplicateOutcome | RejectedOutcome;
