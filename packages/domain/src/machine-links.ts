/** How long a machine's screen shows the same link code. */
export const linkStepSeconds = 60;

/** What a machine's screen shows: its number, a dash, and its time code. */
export interface LinkCode {
  readonly machineId: number;
  readonly timeCode: string;
}

const linkPath = '/tanren-link';
/** NFKC leaves these alone, and Japanese keyboards offer them where a hyphen is meant. */
const hyphens = /[\u2010-\u2015\u2212\u30fc\u2500\u2501]/g;
/** A longer pasted text is not a code. */
const longestText = 2000;

export function formatLinkCode(machineId: number, timeCode: string): string {
  return `${machineId}-${timeCode}`;
}

/** What the QR on the machine's screen leads to, below the app's origin. */
export function linkCodePath(code: string): string {
  return `${linkPath}?code=${encodeURIComponent(code)}`;
}

/**
 * Reads a code as typed, pasted or scanned: full-width digits, any hyphen or none (the time
 * code is always the last six digits), spaces, or the whole link.
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

/** A link without a set or a rep for this long is released: somebody else waits for the machine. */
export const idleReleaseMs = 10 * 60 * 1000;

export function releasesAt(lastActiveAt: Date): Date {
  return new Date(lastActiveAt.getTime() + idleReleaseMs);
}

export function isIdle(lastActiveAt: Date, now: Date): boolean {
  return now.getTime() >= releasesAt(lastActiveAt).getTime();
}
