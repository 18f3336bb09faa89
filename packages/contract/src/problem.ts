import { membershipRejections } from '@tanren/domain/memberships/memberships';
import * as Type from 'typebox';

/**
 * Stable codes for every way in which a call can fail (RFC 9457 with a `code` member). The API maps
 * each code to a status, and the web app maps each code to a Japanese text. The compiler checks
 * that both maps are complete.
 */
const problemCodes = [
  'invalid_request',
  'malformed_json',
  'unauthenticated',
  'forbidden',
  'recent_authentication_required',
  'totp_required',
  'profile_incomplete',
  'terms_not_agreed',
  'forgery_suspected',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'payload_too_large',
  'uri_too_long',
  'headers_too_large',
  'unsupported_media_type',
  'profile_exists',
  'already_agreed',
  'terms_version_not_current',
  'link_code_unknown',
  'machine_in_use',
  'machines_unreachable',
  'machine_held',
  'machine_not_due',
  'machine_unavailable',
  'type_not_equal',
  'not_linked',
  'identity_proof_refused',
  'stale_version',
  'session_limit_reached',
  'slot_full',
  'overlap',
  'in_past',
  'closed',
  'limit_reached',
  'too_far_ahead',
  'deadline_passed',
  'slot_available',
  ...membershipRejections,
  'membership_exists',
  'request_pending',
  'plan_not_offered',
  'change_impossible',
  'decided_by_staff',
  'confirmation_changed',
  'legal_notice_missing',
  'collector_missing',
  'nothing_to_collect',
  'transfer_pending',
  'results_imported',
  'birth_date_required',
  'too_young',
  'guardian_required',
  'guardian_pending',
  'guardian_mail_limit',
  'trainer_linked',
  'trainer_code_unknown',
  'own_trainer_code',
  'scope_not_granted',
  'reservations_affected',
  'hidden_by_staff',
  'own_account',
  'role_held',
  'load_unusually_heavy',
  'request_in_progress',
  'idempotency_key_reused',
  'claim_code_unknown',
  'claim_taken',
  'claim_expired',
  'claim_implausible',
  'claim_limit_reached',
  'rejection_limit_reached',
  'correction_limit_reached',
  'correction_pending',
  'correction_decided',
  'too_many_requests',
  'internal_error',
  'not_ready',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

export const ProblemField = Type.Object({
  /** JSON pointer inside the part of the request given by `in`, for example `/items/0/reps`. */
  path: Type.String(),
  in: Type.Enum(['body', 'querystring', 'params', 'headers']),
  message: Type.String(),
});
export type ProblemField = Type.Static<typeof ProblemField>;

/** Maximum number of slots that a refusal lists. */
export const maxAffectedSlots = 50;

/** Reservations of one slot that a change would cancel. */
export const AffectedSlot = Type.Object({
  gymName: Type.String(),
  startsAt: Type.String({ format: 'date-time' }),
  endsAt: Type.String({ format: 'date-time' }),
  /** Number of reservations in the slot that would be cancelled. */
  count: Type.Integer({ minimum: 1 }),
});
export type AffectedSlot = Type.Static<typeof AffectedSlot>;

export const Problem = Type.Object(
  {
    type: Type.Literal('about:blank'),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.Enum([...problemCodes]),
    requestId: Type.String(),
    fields: Type.Optional(Type.Array(ProblemField)),
    /** Number of items that the call would change. It does so only after a confirmation. */
    affected: Type.Optional(Type.Integer()),
    /** The slots of these reservations, the earliest first. */
    affectedSlots: Type.Optional(Type.Array(AffectedSlot, { maxItems: maxAffectedSlots })),
    /** Load far above the member's recent best; both in kg. */
    heavy: Type.Optional(Type.Object({ loadKg: Type.Number(), recentBest: Type.Number() })),
  },
  { $id: 'Problem' },
);
export type Problem = Type.Static<typeof Problem>;
