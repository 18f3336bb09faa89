import { describe, expect, it } from 'vitest';
import { type AccessLevel, type AccessSession, decideAccess } from './route-access.ts';

const sessions = {
  'signed out': { signedIn: false },
  'no profile': { signedIn: true, profile: null },
  'incomplete, not agreed': profile(false, 0),
  'incomplete, agreed': profile(false, 3),
  'complete, never agreed': profile(true, 0),
  'complete, agreed 2': profile(true, 2),
  'complete, agreed 3': profile(true, 3),
  'complete, agreed 4': profile(true, 4),
} satisfies Record<string, AccessSession>;

function profile(isProfileCompleted: boolean, version: number): AccessSession {
  return {
    signedIn: true,
    profile: { isProfileCompleted, agreedTermsAndConditionsVersion: version },
  };
}

const path = '/workouts?workoutType=3';
const home = '/';
const login = `/login?next=${path}`;
const profilePage = `/register/userinfo?next=${path}`;
const terms = `/confirm-agreement?next=${path}`;

// spec 4.1, 4.2
/** One row per session, one column per level. `next` is `/informations`. */
const table: Record<keyof typeof sessions, Record<AccessLevel, string>> = {
  // spec 4.5, 4.9, 4.10
  'signed out': row('stay', 'stay', 'stay', 'stay', login),
  // spec 4.3, 4.5, 4.6, 4.11
  'no profile': row('stay', home, 'stay', '/register/userinfo?next=/informations', profilePage),
  // spec 4.5
  'incomplete, not agreed': row('stay', home, 'stay', 'stay', profilePage),
  // spec 4.11
  'incomplete, agreed': row('stay', home, 'stay', '/informations', profilePage),
  // spec 4.4
  'complete, never agreed': row('stay', home, home, 'stay', terms),
  // spec 4.9, 4.12, 6.5, 9.1
  'complete, agreed 2': row('stay', home, home, 'stay', terms),
  // spec 4.3, 4.4, 4.7, 6.5
  'complete, agreed 3': row('stay', home, home, '/informations', 'stay'),
  // spec 4.7
  'complete, agreed 4': row('stay', home, home, '/informations', 'stay'),
};

function row(...cells: [string, string, string, string, string]): Record<AccessLevel, string> {
  const [open, notLoggedIn, initial, notAgree, protectedPage] = cells;
  return {
    public: open,
    'not-logged-in': notLoggedIn,
    initial,
    'not-agree-tac': notAgree,
    default: protectedPage,
  };
}

function decide(level: AccessLevel, session: AccessSession, next?: unknown): string {
  const decision = decideAccess(level, session, path, next);
  if (decision.kind === 'stay') return 'stay';
  return decision.next === null ? decision.to : `${decision.to}?next=${decision.next}`;
}

describe('decideAccess', () => {
  for (const [name, cells] of Object.entries(table)) {
    for (const [level, expected] of Object.entries(cells)) {
      it(`${name}, ${level}: ${expected}`, () => {
        const session = sessions[name as keyof typeof sessions];
        expect(decide(level as AccessLevel, session, '/informations')).toBe(expected);
      });
    }
  }

  // spec 4.8
  it.each([undefined, 3, '//evil.example', 'javascript:alert(1)'])(
    'goes home instead of to an unsafe or missing next: %j',
    (next) => {
      expect(decide('not-agree-tac', sessions['complete, agreed 3'], next)).toBe('/');
      expect(decide('not-agree-tac', sessions['no profile'], next)).toBe('/register/userinfo');
    },
  );

  // spec 4.13
  it('throws for an unknown level', () => {
    const level = 'secret' as AccessLevel;
    expect(() => decideAccess(level, sessions['signed out'], path, undefined)).toThrow(
      'unknown access level: secret',
    );
  });
});
