import { trainerCodeAlphabet } from '#trainers/trainers.ts';

/**
 * Code that a machine's screen shows after a bout without a link: C, the machine's number, and
 * three groups of four characters. The first eight characters are random. The last four are derived
 * from them and from the machine's key, so the server recognizes a wrong code before the bout has
 * arrived.
 */
export interface ClaimCode {
  readonly machineId: number;
  /** Twelve characters, without separators. */
  readonly token: string;
}

export const claimTokenLength = 12;
const randomLength = 8;
export const claimTokenPattern = `^[${trainerCodeAlphabet}]{${claimTokenLength}}$`;

const linkPath = '/tanren-link';
/** Characters that NFKC leaves unchanged and that Japanese keyboards offer instead of a hyphen. */
const separators = /[\s\-\u2010-\u2015\u2212\u30fc\u2500\u2501]/g;
/** Maximum length in characters. A longer pasted text is not a code. */
const longestText = 2000;
const codePattern = new RegExp(`^C([1-9]\\d{0,8})([${trainerCodeAlphabet}]{${claimTokenLength}})$`);

/** HMAC-SHA-256 with the machine's link key, which only the machine and the server have. */
type SignClaim = (text: string) => Uint8Array;

/** Makes a token from eight random bytes. */
export function makeClaimToken(machineId: number, random: Uint8Array, sign: SignClaim): string {
  if (random.length < randomLength) throw new RangeError('a token needs more random bytes');
  const chosen = toCharacters(random.slice(0, randomLength));
  return chosen + signature(machineId, chosen, sign);
}

/** Returns whether the machine with that key can have made the token. */
export function isClaimTokenOf({ machineId, token }: ClaimCode, sign: SignClaim): boolean {
  if (token.length !== claimTokenLength) return false;
  const chosen = token.slice(0, randomLength);
  return signature(machineId, chosen, sign) === token.slice(randomLength);
}

function signature(machineId: number, chosen: string, sign: SignClaim): string {
  const bytes = sign(`tanren claim ${machineId} ${chosen}`);
  return toCharacters(bytes.slice(0, claimTokenLength - randomLength));
}

/** Maps each byte to one of 32 characters. It uses five bits of each, so all are equally likely. */
function toCharacters(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => trainerCodeAlphabet.charAt(byte & 31)).join('');
}

/** Formats a code as the screen shows it, for example C12-ABCD-EFGH-JKLM. */
export function formatClaimCode({ machineId, token }: ClaimCode): string {
  return `C${machineId}-${token.slice(0, 4)}-${token.slice(4, 8)}-${token.slice(8)}`;
}

/**
 * Parses a code as typed, pasted or scanned: lower-case or full-width letters, any separator or
 * none, or the whole link of the QR code, which has the same path as that of a link code. Returns
 * `null` when it is not a claim code; it may be a link code then.
 */
export function parseClaimCode(text: string): ClaimCode | null {
  if (text.length > longestText) return null;
  const plain = readLink(text) ?? text;
  const code = plain.normalize('NFKC').replace(separators, '').toUpperCase();
  const [, machineId, token] = codePattern.exec(code) ?? [];
  if (machineId === undefined || token === undefined) return null;
  return { machineId: Number(machineId), token };
}

function readLink(text: string): string | null {
  const start = text.indexOf(`${linkPath}?`);
  if (start === -1) return null;
  const query = text.slice(start + linkPath.length + 1).replace(/#.*$/s, '');
  return new URLSearchParams(query).get('code');
}
