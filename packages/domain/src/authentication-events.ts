/** What an authentication event can be about; words for each are the page's. */
export const authenticationOperations = [
  'sign-in',
  'second-factor',
  'recovery-code',
  'delegated-sign-in',
  'refresh',
  'sign-out',
  'sign-out-everywhere',
  'device-ended',
  'other-devices-ended',
  'sign-up',
  'password-change',
  'password-reset',
  'email-change',
  'totp-on',
  'totp-off',
  'recovery-codes-renewed',
  'ended-by-staff',
  'totp-removed-by-staff',
  'account-deletion',
] as const;
export type AuthenticationOperation = (typeof authenticationOperations)[number];

export const authenticationOutcomes = ['success', 'failure', 'locked', 'reused'] as const;
export type AuthenticationOutcome = (typeof authenticationOutcomes)[number];

/** As long as a member can read what happened with the own account. */
export const authenticationEventDays = 90;
