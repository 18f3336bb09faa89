import { countCharacters, isVisible } from '#text.ts';
import { normalizeTitle } from '#menus/menu-texts.ts';

/** Data that a member may share with a trainer, each separately. */
export const trainerScopes = ['history', 'profile', 'status'] as const;
export type TrainerScope = (typeof trainerScopes)[number];

/** Limits of what a trainer writes for a member. */
export const trainerLimits = {
  /** Maximum number of menus for one member. */
  sessions: 50,
  /** Maximum number of characters of the reason for a next load. */
  loadReason: 200,
} as const;

/**
 * Characters of the code that a member gives to a trainer. Look-alike letters and digits are left
 * out.
 */
export const trainerCodeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const trainerCodeLength = 8;
export const trainerCodeMs = 15 * 60 * 1000;

const codePattern = new RegExp(`^[${trainerCodeAlphabet}]{${trainerCodeLength}}$`);
/** Characters that NFKC leaves unchanged and that Japanese keyboards offer instead of a hyphen. */
const separators = /[\s\-\u2010-\u2015\u2212\u30fc\u2500\u2501]/g;
/** Maximum length in characters. A longer pasted text is not a code. */
const longestText = 200;

/**
 * Makes a code from random bytes. Each of the 32 characters uses five bits of a byte, so all are
 * equally likely.
 */
export function makeTrainerCode(random: Uint8Array): string {
  if (random.length < trainerCodeLength) throw new RangeError('a code needs more random bytes');
  return Array.from(random.slice(0, trainerCodeLength), (byte) =>
    trainerCodeAlphabet.charAt(byte & 31),
  ).join('');
}

/** Formats a code for reading aloud, in two groups of four. */
export function formatTrainerCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/**
 * Parses a code as typed or pasted: lower-case or full-width letters, with or without separators.
 * Returns `null` when it is not a code.
 */
export function parseTrainerCode(text: string): string | null {
  if (text.length > longestText) return null;
  const code = text.normalize('NFKC').replace(separators, '').toUpperCase();
  return codePattern.test(code) ? code : null;
}

/** Normalizes a typed reason for a chosen next load to one line, like a title. */
export function normalizeLoadReason(text: string): string {
  return normalizeTitle(text);
}

/** Checks a reason as typed. Returns `true` or the message for the form. */
export function checkLoadReason(text: string): true | string {
  const reason = normalizeLoadReason(text);
  if (!isVisible(reason)) return '理由を入力してください';
  if (countCharacters(reason) <= trainerLimits.loadReason) return true;
  return `理由は${trainerLimits.loadReason}文字以内で入力してください`;
}
