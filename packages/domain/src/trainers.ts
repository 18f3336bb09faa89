import { countCharacters, isVisible } from './text.ts';
import { normalizeTitle } from './training-session-texts.ts';

/** What a member may let a trainer see, each on its own. */
export const trainerScopes = ['history', 'profile', 'status'] as const;
export type TrainerScope = (typeof trainerScopes)[number];

/** Bounds of what a trainer writes for a member. */
export const trainerLimits = {
  /** Sessions for one member. */
  sessions: 50,
  /** Characters of the reason for a next load. */
  loadReason: 200,
} as const;

/** What a member tells a trainer: letters and digits that are not taken for one another. */
export const trainerCodeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const trainerCodeLength = 8;
export const trainerCodeMs = 15 * 60 * 1000;

const codePattern = new RegExp(`^[${trainerCodeAlphabet}]{${trainerCodeLength}}$`);
/** NFKC leaves these alone, and Japanese keyboards offer them where a hyphen is meant. */
const separators = /[\s\-\u2010-\u2015\u2212\u30fc\u2500\u2501]/g;
/** A longer pasted text is not a code. */
const longestText = 200;

/** Of random bytes: 32 characters, so that each takes five bits and none is likelier. */
export function makeTrainerCode(random: Uint8Array): string {
  if (random.length < trainerCodeLength) throw new RangeError('a code needs more random bytes');
  return Array.from(random.slice(0, trainerCodeLength), (byte) =>
    trainerCodeAlphabet.charAt(byte & 31),
  ).join('');
}

/** As it is read aloud: two groups of four. */
export function formatTrainerCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** As typed or pasted: small or full-width letters, with or without separators; null: no code. */
export function parseTrainerCode(text: string): string | null {
  if (text.length > longestText) return null;
  const code = text.normalize('NFKC').replace(separators, '').toUpperCase();
  return codePattern.test(code) ? code : null;
}

/** Normalizes a typed reason for a chosen next load to one line, like a title. */
export function normalizeLoadReason(text: string): string {
  return normalizeTitle(text);
}

/** The form's rule, for text as typed. */
export function checkLoadReason(text: string): true | string {
  const reason = normalizeLoadReason(text);
  if (!isVisible(reason)) return '理由を入力してください';
  if (countCharacters(reason) <= trainerLimits.loadReason) return true;
  return `理由は${trainerLimits.loadReason}文字以内で入力してください`;
}
