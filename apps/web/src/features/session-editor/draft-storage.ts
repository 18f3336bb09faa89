import { readDraft, type SessionDraft, writeDraft } from './session-draft.ts';

/** With the member in its name: on a shared phone nobody finds another's. */
export function draftKey(sub: string, trainingSessionId: number | null): string {
  return `tanren:draft:${sub}:${trainingSessionId ?? 'new'}`;
}

/** Of a session for a member: by the trainer and by the link, whose number nobody else will have. */
export function trainedDraftKey(
  sub: string,
  memberId: number,
  trainingSessionId: number | null,
): string {
  return `tanren:draft:${sub}:link:${memberId}:${trainingSessionId ?? 'new'}`;
}

/** Once the link has ended, what was begun for the member goes to nobody. */
export function dropTrainedDrafts(memberId: number): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '');
    for (const key of keys) {
      if (key.startsWith('tanren:draft:') && key.includes(`:link:${memberId}:`)) dropDraft(key);
    }
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Storage may be refused, full or foreign: then there is no draft, and nothing else happens. */
export function loadDraft(key: string): SessionDraft | null {
  try {
    return readDraft(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export function hasDraft(key: string): boolean {
  return loadDraft(key) !== null;
}

export function keepDraft(key: string, draft: SessionDraft): void {
  try {
    localStorage.setItem(key, writeDraft(draft));
  } catch {
    // Rather none than an old one that looks like the last.
    dropDraft(key);
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // It could not have been kept either.
  }
}
