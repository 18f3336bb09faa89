import { getUserInfo, type UserInfo } from '@tanren/contract/members/userinfo';
import { requiredTermsVersion } from '@tanren/domain/members/terms';
import { answer, rejectWith } from './answers.ts';
import { clientId } from './configure-auth.ts';

export const memberSub = '00000000-0000-4000-8000-000000000001';

export const readyProfile: UserInfo = {
  nickname: 'テツ',
  height: 170,
  weight: 65.5,
  exerciseHabit: 'weekly-1',
  trainingPurposes: ['strength'],
  rankingVisible: true,
  isProfileCompleted: true,
  agreedTermsAndConditionsVersion: requiredTermsVersion,
};

export interface SessionState {
  readonly groups?: readonly ('trainer' | 'staff')[];
  /** Whether a trainer or staff account still has to set up the required authenticator app. */
  readonly totpRequired?: boolean;
  /** Profile of the member. `null` while there is none. */
  readonly profile?: UserInfo | null;
  /** Account, if it is not the usual member's. */
  readonly sub?: string;
}

/**
 * Creates a token without a valid signature. Amplify reads tokens without verifying them, and the
 * API, which would, is not part of these tests.
 */
export function makeToken(claims: Record<string, unknown>): string {
  const encode = (part: unknown) =>
    btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const now = Math.floor(Date.now() / 1000);
  return `${encode({ alg: 'RS256', kid: 'none' })}.${encode({
    sub: memberSub,
    // No two tokens are equal, even within the same second.
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + 10 * 365 * 86_400,
    ...claims,
  })}.c2lnbmF0dXJl`;
}

/** Stores tokens where the Amplify client expects them, and answers the call for the profile. */
export function signIn(state: SessionState = {}): void {
  const { groups = [], profile = readyProfile, sub = memberSub, totpRequired = false } = state;
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  const shared = { sub, 'cognito:username': sub, 'cognito:groups': groups };
  const items = {
    [`${prefix}.LastAuthUser`]: sub,
    [`${prefix}.${sub}.idToken`]: makeToken({
      ...shared,
      iss: 'https://pool.example/local_components',
      email: 'tetsu@tanren.example',
      ...(totpRequired && { 'custom:totp_required': 'true' }),
    }),
    [`${prefix}.${sub}.accessToken`]: makeToken({ ...shared, username: sub }),
    [`${prefix}.${sub}.refreshToken`]: 'unused',
    [`${prefix}.${sub}.clockDrift`]: '0',
  };
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  answer(getUserInfo, profile ?? rejectWith(404, 'not_found'));
}
