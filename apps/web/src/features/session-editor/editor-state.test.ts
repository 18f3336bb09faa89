import type { TrainingSession } from '@tanren/contract/training-sessions';
import { expect, test } from 'vitest';
import type { SessionDraft } from './drafts.ts';
import { toContent } from './edited-content.ts';
import {
  beginState,
  discardDraft,
  editContent,
  isUnsaved,
  loadCurrent,
  startEdit,
  startNew,
  takeBack,
  toBase,
} from './editor-state.ts';

const item = { workoutTypeId: 1, sets: 3, reps: 10, loadKg: null, restSeconds: 90 };
const session: TrainingSession = {
  trainingSessionId: 7,
  title: '胸の日',
  description: '',
  tags: [],
  visibility: 'private',
  items: [item],
  workoutTypeIds: [1],
  setCount: 3,
  estimatedMinutes: 10,
  author: { nickname: 'テツ', isMe: true },
  favorite: false,
  byTrainer: false,
  favoriteCount: 0,
  version: 2,
  hiddenReason: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const base = toBase(session);
const draft: SessionDraft = {
  draftId: '0b9d5f7e-3b1c-4f0e-9a53-2f4c6d8e0a1b',
  sent: true,
  base,
  content: { ...base.content, title: '書きかけ' },
};

test('without a draft an edit begins with the session', () => {
  const start = startEdit(session, null);
  expect(toContent(start.content)).toEqual(base.content);
  expect(start).toMatchObject({ restored: false, trouble: null, base: { version: 2 } });
  expect(isUnsaved(start)).toBe(false);
});

test('a draft goes on where it was, under its own id', () => {
  const start = startEdit(session, draft);
  expect(start).toMatchObject({
    restored: true,
    trouble: null,
    draftId: draft.draftId,
    sent: true,
  });
  expect(start.content.title).toBe('書きかけ');
  expect(beginState(start).notice).toBe('restored');
});

test('a draft that is what is saved by now is none', () => {
  const start = startEdit({ ...session, title: '書きかけ', version: 3 }, draft);
  expect(start).toMatchObject({ restored: false, trouble: null, base: { version: 3 } });
});

test('a draft of an older version shows what changed, one of a deleted session says so', () => {
  const newer = { ...session, title: '別の端末', version: 3 };
  expect(startEdit(newer, draft).trouble).toEqual({ kind: 'conflict', current: newer });
  const deleted = startEdit(null, draft);
  expect(deleted.trouble).toEqual({ kind: 'deleted' });
  expect(deleted.content.title).toBe('書きかけ');
});

test('a new one is empty, or what was begun', () => {
  expect(isUnsaved(startNew(null))).toBe(false);
  expect(startNew(null).draftId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-/);
  expect(startNew({ ...draft, base: null })).toMatchObject({ restored: true, base: null });
});

test('a discarded draft comes back, until something else is typed', () => {
  const restored = beginState(startEdit(session, draft));
  const discarded = discardDraft(restored);
  expect(discarded.content.title).toBe('胸の日');
  expect(discarded.draftId).not.toBe(draft.draftId);
  expect(isUnsaved(discarded)).toBe(false);
  expect(takeBack(discarded)).toMatchObject({ content: restored.content, notice: null });
  const typed = editContent(discarded, (content) => ({ ...content, title: '別' }));
  expect(takeBack(typed).content.title).toBe('別');
});

test('what was given up for the latest comes back with what it began from', () => {
  const newer = { ...session, title: '別の端末', version: 3 };
  const loaded = loadCurrent(beginState(startEdit(newer, draft)), newer);
  expect(loaded).toMatchObject({ trouble: null, notice: 'reloaded', base: { version: 3 } });
  expect(loaded.content.title).toBe('別の端末');
  expect(takeBack(loaded)).toMatchObject({ base: { version: 2 }, content: { title: '書きかけ' } });
});
