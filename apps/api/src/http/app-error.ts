import type { AffectedSlot, Problem, ProblemCode, ProblemField } from '@tanren/contract/problem';

type HeavyLoad = NonNullable<Problem['heavy']>;

export const problemStatus = {
  invalid_request: 400,
  malformed_json: 400,
  unauthenticated: 401,
  forbidden: 403,
  recent_authentication_required: 403,
  totp_required: 403,
  profile_incomplete: 403,
  terms_not_agreed: 403,
  forgery_suspected: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  uri_too_long: 414,
  headers_too_large: 431,
  unsupported_media_type: 415,
  profile_exists: 409,
  already_agreed: 409,
  terms_version_not_current: 400,
  link_code_unknown: 404,
  machine_in_use: 409,
  machine_held: 409,
  machine_not_due: 409,
  machine_unavailable: 409,
  type_not_equal: 409,
  not_linked: 409,
  identity_proof_refused: 403,
  stale_version: 409,
  session_limit_reached: 409,
  slot_full: 409,
  overlap: 409,
  in_past: 409,
  closed: 409,
  limit_reached: 409,
  too_far_ahead: 409,
  deadline_passed: 409,
  slot_available: 409,
  no_membership: 409,
  gym_not_covered: 409,
  membership_ended: 409,
  membership_not_started: 409,
  membership_paused: 409,
  outside_plan_hours: 409,
  monthly_limit: 409,
  membership_exists: 409,
  request_pending: 409,
  birth_date_required: 409,
  too_young: 409,
  guardian_required: 409,
  guardian_pending: 409,
  guardian_mail_limit: 409,
  plan_not_offered: 409,
  change_impossible: 409,
  decided_by_staff: 409,
  confirmation_changed: 409,
  legal_notice_missing: 409,
  collector_missing: 409,
  nothing_to_collect: 409,
  transfer_pending: 409,
  results_imported: 409,
  trainer_linked: 409,
  trainer_code_unknown: 404,
  own_trainer_code: 409,
  scope_not_granted: 403,
  reservations_affected: 409,
  hidden_by_staff: 409,
  own_account: 409,
  role_held: 409,
  load_unusually_heavy: 409,
  request_in_progress: 409,
  idempotency_key_reused: 422,
  claim_code_unknown: 404,
  claim_taken: 409,
  claim_expired: 409,
  claim_implausible: 409,
  claim_limit_reached: 409,
  rejection_limit_reached: 409,
  correction_limit_reached: 409,
  correction_pending: 409,
  correction_decided: 409,
  too_many_requests: 429,
  internal_error: 500,
  machines_unreachable: 503,
  not_ready: 503,
} as const satisfies Record<ProblemCode, number>;

interface AppErrorOptions {
  readonly fields?: readonly ProblemField[];
  readonly retryAfterSeconds?: number;
  readonly affected?: number;
  readonly affectedSlots?: readonly AffectedSlot[];
  readonly heavy?: HeavyLoad;
  /** The cause, for the log only. A client never sees it. */
  readonly cause?: unknown;
}

/** The only error that a handler throws on purpose. It has a code of a closed list and no text. */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly fields: readonly ProblemField[];
  readonly retryAfterSeconds: number | null;
  readonly affected: number | null;
  readonly affectedSlots: readonly AffectedSlot[];
  readonly heavy: HeavyLoad | null;

  constructor(code: ProblemCode, options: AppErrorOptions = {}) {
    super(code, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.affected = options.affected ?? null;
    this.affectedSlots = options.affectedSlots ?? [];
    this.heavy = options.heavy ?? null;
  }
}
