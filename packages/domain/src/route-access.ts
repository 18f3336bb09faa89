import { readNextPath } from './route-paths.ts';
import { requiredTermsVersion } from './terms.ts';

/** Every page declares one of these; what each means is `decideAccess`. */
export type AccessLevel = 'public' | 'not-logged-in' | 'initial' | 'not-agree-tac' | 'default';

/** What the guard needs to know of a member's profile; null while there is none. */
interface AccessProfile {
  readonly isProfileCompleted: boolean;
  readonly agreedTermsAndConditionsVersion: number;
}

/** What members have to do before the product opens to them, as the codes of refused calls. */
export type MissingStep = 'profile_incomplete' | 'terms_not_agreed';

/** The first missing step; null: all steps are done. */
export function findMissingStep(profile: AccessProfile | null): MissingStep | null {
  if (!profile?.isProfileCompleted) return 'profile_incomplete';
  return profile.agreedTermsAndConditionsVersion < requiredTermsVersion ? 'terms_not_agreed' : null;
}

/** Who is looking: nobody signed in, or a member with or without a profile. */
export type AccessSession =
  | { readonly signedIn: false }
  | { readonly signedIn: true; readonly profile: AccessProfile | null };

type AccessDecision =
  | { readonly kind: 'stay' }
  | { readonly kind: 'redirect'; readonly to: string; readonly next: string | null };

const pageOfStep: Readonly<Record<MissingStep, string>> = {
  profile_incomplete: '/register/userinfo',
  terms_not_agreed: '/confirm-agreement',
};

const stay: AccessDecision = { kind: 'stay' };

function redirect(to: string, next: string | null = null): AccessDecision {
  return { kind: 'redirect', to, next };
}

function decideProtected(session: AccessSession, path: string): AccessDecision {
  if (!session.signedIn) return redirect('/login', path);
  const missing = findMissingStep(session.profile);
  return missing === null ? stay : redirect(pageOfStep[missing], path);
}

function decideAgreement(session: AccessSession, next: unknown): AccessDecision {
  if (!session.signedIn) return stay;
  const target = readNextPath(next);
  if (session.profile === null) return redirect('/register/userinfo', target);
  if (session.profile.agreedTermsAndConditionsVersion >= requiredTermsVersion) {
    return redirect(target ?? '/');
  }
  return stay;
}

/**
 * May this session see a page of this level? `path` is what was asked for, query included;
 * `next` is the value of its next query, untrusted.
 */
export function decideAccess(
  level: AccessLevel,
  session: AccessSession,
  path: string,
  next: unknown,
): AccessDecision {
  switch (level) {
    case 'public':
      return stay;
    case 'not-logged-in':
      return session.signedIn ? redirect('/') : stay;
    case 'initial':
      return session.signedIn && session.profile?.isProfileCompleted ? redirect('/') : stay;
    case 'not-agree-tac':
      return decideAgreement(session, next);
    case 'default':
      return decideProtected(session, path);
    default:
      // Reachable when a page declares its level from outside the compiler's sight.
      throw new Error(`unknown access level: ${String(level satisfies never)}`);
  }
}
