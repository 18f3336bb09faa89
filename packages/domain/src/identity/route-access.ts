import { readNextPath } from './route-paths.ts';
import { requiredTermsVersion } from '#members/terms.ts';

/** Access levels of pages. `decideAccess` defines their meaning. */
export type AccessLevel = 'public' | 'not-logged-in' | 'initial' | 'not-agree-tac' | 'default';

/** Profile fields that the guard needs. */
interface AccessProfile {
  readonly isProfileCompleted: boolean;
  readonly agreedTermsAndConditionsVersion: number;
}

/** Steps that members must complete first, as the codes of rejected calls. */
export type MissingStep = 'profile_incomplete' | 'terms_not_agreed';

/** Returns the first missing step. Returns `null` when all steps are done. */
export function findMissingStep(profile: AccessProfile | null): MissingStep | null {
  if (!profile?.isProfileCompleted) return 'profile_incomplete';
  return profile.agreedTermsAndConditionsVersion < requiredTermsVersion ? 'terms_not_agreed' : null;
}

/** Visitor of a page: signed out, or a member with or without a profile. */
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
 * Decides whether this session may see a page of this level. `path` is the requested path with its
 * query. `next` is the untrusted value of its `next` parameter.
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
      // This line is reached when a page declares its level without the compiler's checks.
      throw new Error(`unknown access level: ${String(level satisfies never)}`);
  }
}
