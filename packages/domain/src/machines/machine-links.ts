/** Seconds for which a machine's screen shows the same link code. */
export const linkStepSeconds = 60;

/** Code on a machine's screen: the machine's number, a dash, and a time code. */
export interface LinkCode {
  readonly machineId: number;
  readonly timeCode: string;
}

const linkPath = '/tanren-link';
/** Characters that NFKC leaves unchanged and that Japanese keyboards offer instead of a hyphen. */
const hyphens = /[\u2010-\u2015\u2212\u30fc\u2500\u2501]/g;
/** Maximum length in characters. A longer pasted text is not a code. */
const longestText = 2000;

export function formatLinkCode(machineId: number, timeCode: string): string {
  return `${machineId}-${timeCode}`;
}

/** Returns the path in the QR code on the machine's screen, below the app's origin. */
export function linkCodePath(code: string): string {
  return `${linkPath}?code=${encodeURIComponent(code)}`;
}

/**
 * Parses a code as typed, pasted or scanned: full-width digits, any hyphen or none (the time code
 * is always the last six digits), spaces, or the whole link.
 */
export function parseLinkCode(text: string): LinkCode | null {
  if (text.length > longestText) return null;
  const plain = readLink(text) ?? text;
  const code = plain.normalize('NFKC').replace(hyphens, '-').replace(/\s/g, '');
  const [, machineId, timeCode] = /^([1-9]\d{0,8})-?(\d{6})$/.exec(code) ?? [];
  if (machineId === undefined || timeCode === undefined) return null;
  return { machineId: Number(machineId), timeCode };
}

function readLink(text: string): string | null {
  const start = text.indexOf(`${linkPath}?`);
  if (start === -1) return null;
  const query = text.slice(start + linkPath.length + 1).replace(/#.*$/s, '');
  return new URLSearchParams(query).get('code');
}

/**
 * Time without a set or a rep after which a link is released, so that others can use the machine.
 */
export const idleReleaseMs = 10 * 60 * 1000;

export function releasesAt(lastActiveAt: Date): Date {
  return new Date(lastActiveAt.getTime() + idleReleaseMs);
}

export function isIdle(lastActiveAt: Date, now: Date): boolean {
  return now.getTime() >= releasesAt(lastActiveAt).getTime();
}
