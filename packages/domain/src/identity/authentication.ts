/**
 * Number of digits in the codes that the project's own user pool mails. Amazon's pool mails six.
 */
export const mailedCodeLength = 8;

/** Characters that NFKC leaves unchanged and that Japanese keyboards offer instead of a hyphen. */
const separators = /[\s\-\u2010-\u2015\u2212\u30fc\u2500\u2501\u200b-\u200d\u2060]/g;

/** Removes spaces and hyphens, which pasted codes contain, and converts typed full-width digits. */
export function cleanCode(text: string): string {
  return text.normalize('NFKC').replace(separators, '');
}

/** Returns whether the text is a mailed code of either user pool. */
export function isMailedCode(code: string): boolean {
  return /^\d{6,8}$/.test(code);
}

/** Operations that an authentication event can record. The page has the text for each. */
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

/** Number of days for which a member can read the events of their account. */
export const authenticationEventDays = 90;

/** Minutes after a password (and a code, where required) in which sensitive changes are allowed. */
const recentAuthenticationMinutes = 10;

export function isRecentlyAuthenticated(authenticatedAt: Date | undefined, now: Date): boolean {
  if (authenticatedAt === undefined) return false;
  const age = now.getTime() - authenticatedAt.getTime();
  return age <= recentAuthenticationMinutes * 60 * 1000;
}

type Pattern = readonly [RegExp, string];

/** The first match wins, because many browsers also name the browsers they descend from. */
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

/** Returns a device name for people from the browser's user agent, for example iPhone・Safari. */
export function nameDevice(userAgent: string): string {
  const names = [find(systems, userAgent), find(browsers, userAgent)].filter(
    (name) => name !== null,
  );
  return names.length === 0 ? '不明な端末' : names.join('・');
}
