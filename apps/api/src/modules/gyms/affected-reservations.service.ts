import type { Transaction } from '#db/database.ts';
import type { GymWithHours } from './gym-rules.service.ts';

/** A change of memberships or plans that may leave reservations without a right. */
export interface UncoveringChange {
  readonly subs: readonly string[];
  /** The gym whose membership or plan was changed. */
  readonly gymId: number;
  readonly membershipId?: number;
  /** `null` when members change their own membership. */
  readonly staffSub: string | null;
  /**
   * The number of cancellations that staff confirmed: exactly this many may be cancelled. `null`
   * cancels as many as there are, because the member has seen them.
   */
  readonly cancelAffected: number | null;
  /** The reason that the members read. */
  readonly reason: string;
}

/**
 * Cancels the later reservations of these members that no membership covers any more, in the
 * transaction that changed their memberships or plans. The booking area implements it.
 */
export type CancelUncoveredReservations = (
  tx: Transaction,
  change: UncoveringChange,
  now: Date,
) => Promise<unknown>;

/** A change of a gym's hours, slots or capacity. */
export interface GymRulesChange {
  readonly staffSub: string;
  readonly before: GymWithHours;
  readonly after: GymWithHours;
  /** Exactly this many reservations may be cancelled: the number that staff have confirmed. */
  readonly cancelAffected: number;
  /** The reason that is sent to the members. */
  readonly reason: string;
}

/**
 * Cancels the reservations that have no slot by the new rules, in the transaction that changes
 * them. The booking area implements it.
 */
export type CancelByGymRules = (
  tx: Transaction,
  change: GymRulesChange,
  now: Date,
) => Promise<unknown>;
