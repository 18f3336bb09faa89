import { randomBytes } from 'node:crypto';
import * as Type from 'typebox';
import { seal, toBase32, unseal } from '#crypto/secrets.ts';
import { deliverAfterwards } from '#codes/code-delivery.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { writeEmailCodeChanged, writeTotpChanged } from '#mail/security-letters.ts';
import type { SecondFactor, UserRow } from '#schema/users.ts';
import { PoolError, rejectGuess, rejectParameter } from '#pool-error.ts';
import { clearGuesses, guessSubject, takeGuess } from '#throttle/guesses.ts';
import { requireRecentAuthentication } from '#tokens/verify-tokens.ts';
import { updateUser } from '#users/users.store.ts';
import { Code, operation, Token } from '#pool/operation.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';
import { matchTotp } from './totp.ts';

/** Stores a new secret beside the working one until it is verified. */
export const associateSoftwareToken = operation(
  Type.Object({ AccessToken: Token }),
  async (pool, input) => {
    const verified = await pool.verifyAccessToken(input.AccessToken);
    requireRecentAuthentication(pool, verified);
    const { user } = verified;
    const secret = randomBytes(20);
    const totpPendingSecret = seal(pool.secrets.totp, secret, user.sub);
    await updateUser(pool.db, user.sub, { totpPendingSecret }, pool.now());
    return { SecretCode: toBase32(secret) };
  },
);

export const verifySoftwareToken = operation(
  Type.Object({ AccessToken: Token, UserCode: Code }),
  async (pool, input, call) => {
    const verified = await pool.verifyAccessToken(input.AccessToken);
    requireRecentAuthentication(pool, verified);
    const { user } = verified;
    const { sub, totpPendingSecret } = user;
    if (totpPendingSecret === null) {
      throw new PoolError(
        'SoftwareTokenMFANotFoundException',
        'Software token has not been associated.',
      );
    }
    const guess = guessSubject(pool, 'totp-set-up', sub);
    const note = { sub, operation: 'totp-on' } as const;
    if (!(await takeGuess(pool.db, pool, guess))) {
      recordAfterwards(pool, call, { ...note, outcome: 'locked' });
      throw rejectGuess();
    }
    const secret = unseal(pool.secrets.totp, totpPendingSecret, sub);
    const step = secret === null ? null : matchTotp(secret, input.UserCode, pool.now());
    if (step === null) {
      recordAfterwards(pool, call, { ...note, outcome: 'failure' });
      throw new PoolError('EnableSoftwareTokenMFAException', 'Code mismatch');
    }
    await clearGuesses(pool.db, guess);
    const changes = {
      totpSecret: totpPendingSecret,
      totpPendingSecret: null,
      totpLastStep: Math.max(step, user.totpLastStep),
    };
    await updateUser(pool.db, sub, changes, pool.now());
    // If the app is already in use, codes of the new app are valid from now on.
    if (user.totpEnabled) {
      await recordEvent(pool, call, note);
      deliverAfterwards(pool, call, { to: user.email, ...writeTotpChanged(true) });
    }
    return { Status: 'SUCCESS' };
  },
);

const Preference = Type.Object({
  Enabled: Type.Optional(Type.Boolean()),
  PreferredMfa: Type.Optional(Type.Boolean()),
});

export const setUserMfaPreference = operation(
  Type.Object({
    AccessToken: Token,
    SoftwareTokenMfaSettings: Type.Optional(Preference),
    SMSMfaSettings: Type.Optional(Preference),
    EmailMfaSettings: Type.Optional(Preference),
  }),
  async (pool, input, call) => {
    const verified = await pool.verifyAccessToken(input.AccessToken);
    const { user } = verified;
    const { SoftwareTokenMfaSettings: app, EmailMfaSettings: email } = input;
    if (input.SMSMfaSettings?.Enabled === true) {
      throw rejectParameter('SMS MFA is not available.');
    }
    const totpEnabled = app?.Enabled ?? user.totpEnabled;
    const emailCodeEnabled = email?.Enabled ?? user.emailCodeEnabled;
    if (totpEnabled && user.totpSecret === null) {
      throw rejectParameter('User has not verified software token mfa');
    }
    if (email?.Enabled === true && pool.mustUseTotp?.(user) === true) {
      throw rejectParameter('Only software token MFA is available for this user.');
    }
    const preferredFactor = choosePreferred(user, { totpEnabled, emailCodeEnabled }, app, email);
    const appChanges = totpEnabled !== user.totpEnabled;
    const emailChanges = emailCodeEnabled !== user.emailCodeEnabled;
    if (!appChanges && !emailChanges && preferredFactor === user.preferredFactor) return {};
    requireRecentAuthentication(pool, verified);
    const changes = { totpEnabled, emailCodeEnabled, preferredFactor };
    await updateUser(pool.db, user.sub, changes, pool.now());
    if (appChanges) {
      if (!totpEnabled) await deleteRecoveryCodes(pool.db, user.sub);
      await recordEvent(pool, call, {
        sub: user.sub,
        operation: totpEnabled ? 'totp-on' : 'totp-off',
      });
      deliverAfterwards(pool, call, { to: user.email, ...writeTotpChanged(totpEnabled) });
    }
    if (emailChanges) {
      const change = emailCodeEnabled ? 'email-code-on' : 'email-code-off';
      await recordEvent(pool, call, { sub: user.sub, operation: change });
      deliverAfterwards(pool, call, { to: user.email, ...writeEmailCodeChanged(emailCodeEnabled) });
    }
    return {};
  },
);

type Preference = Type.Static<typeof Preference>;

/**
 * Returns the preferred factor. A factor that is not in use cannot be preferred, nor can two at the
 * same time.
 */
function choosePreferred(
  user: UserRow,
  used: Pick<UserRow, 'totpEnabled' | 'emailCodeEnabled'>,
  app: Preference | undefined,
  email: Preference | undefined,
): SecondFactor | null {
  if (app?.PreferredMfa === true && email?.PreferredMfa === true) {
    throw rejectParameter('Only one MFA type can be preferred.');
  }
  const isPreferred = (factor: SecondFactor, preference: Preference | undefined) =>
    preference?.PreferredMfa ?? user.preferredFactor === factor;
  if (used.totpEnabled && app?.PreferredMfa === true) return 'SOFTWARE_TOKEN_MFA';
  if (used.emailCodeEnabled && email?.PreferredMfa === true) return 'EMAIL_OTP';
  if (used.totpEnabled && isPreferred('SOFTWARE_TOKEN_MFA', app)) return 'SOFTWARE_TOKEN_MFA';
  return used.emailCodeEnabled && isPreferred('EMAIL_OTP', email) ? 'EMAIL_OTP' : null;
}
