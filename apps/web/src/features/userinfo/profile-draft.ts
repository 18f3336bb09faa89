import type { Values } from '#ui/form-rules.ts';
import { type ProfileFieldName, profileFields } from './profile-fields.ts';

type ProfileValues = Values<ProfileFieldName>;

/** In this tab alone, and with the member in its name: on a shared phone nobody finds another's. */
const draftKey = (sub: string) => `tanren:profile-draft:${sub}`;

/** What was typed and not sent yet; null for anything that this program has not written. */
export function loadProfileDraft(sub: string): ProfileValues | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(draftKey(sub)) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const kept = value as Partial<Record<string, unknown>>;
    const isWhole = Object.keys(profileFields).every((name) => typeof kept[name] === 'string');
    return isWhole ? (value as ProfileValues) : null;
  } catch {
    return null;
  }
}

export function keepProfileDraft(sub: string, values: ProfileValues): void {
  try {
    sessionStorage.setItem(draftKey(sub), JSON.stringify(values));
  } catch {
    // Rather none than an old one that looks like the last.
    dropProfileDraft(sub);
  }
}

export function dropProfileDraft(sub: string): void {
  try {
    sessionStorage.removeItem(draftKey(sub));
  } catch {
    // It could not have been kept either.
  }
}
