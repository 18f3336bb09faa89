/** Of the codes that our own pool mails. Amazon's pool, which can stand in its place, mails six. */
export const mailedCodeLength = 8;

/** NFKC leaves these alone, and Japanese keyboards offer them where a hyphen is meant. */
const separators = /[\s\-\u2010-\u2015\u2212\u30fc\u2500\u2501\u200b-\u200d\u2060]/g;

/** Blanks and hyphens come along when a code is pasted, full-width digits when it is typed. */
export function cleanCode(text: string): string {
  return text.normalize('NFKC').replace(separators, '');
}

/** Of either pool. */
export function isMailedCode(code: string): boolean {
  return /^\d{6,8}$/.test(code);
}

/** As it is read: two groups of four. */
export function formatMailedCode(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

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
  'email-code-on',
  'email-code-off',
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

/** So long after a password (and a code, where one is asked for) sensitive changes go through. */
const recentAuthenticationMinutes = 10;

export function isRecentlyAuthenticated(authenticatedAt: Date | undefined, now: Date): boolean {
  if (authenticatedAt === undefined) return false;
  const age = now.getTime() - authenticatedAt.getTime();
  return age <= recentAuthenticationMinutes * 60 * 1000;
}

type Pattern = readonly [RegExp, string];

/** In this order: many browsers also name those they descend from. */
const systems: readonly Pattern[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

const browsers: readonly Pattern[] = [
  [/\bLine\//, 'LINE'],
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const find = (patterns: readonly Pattern[], text: string) =>
  patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** What a person calls the device, from what its browser says of itself: iPhone・Safari. */
export function nameDevice(userAgent: string): string {
  const names = [find(systems, userAgent), find(browsers, userAgent)].filter(
    (name) => name !== null,
  );
  return names.length === 0 ? '不明な端末' : names.join('・');
}
