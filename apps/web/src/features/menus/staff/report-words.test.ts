import { expect, test } from 'vitest';
import { listDecisions } from './report-words.ts';

const shown = {
  trainingSessionId: 1,
  title: '',
  description: '',
  tags: [],
  visibility: 'public' as const,
  hidden: false,
};
const hidden = { ...shown, hidden: true };

test('an open report can be dismissed, or its menu hidden', () => {
  expect(listDecisions({ session: shown, decision: null })).toEqual(['dismiss', 'hide']);
});

test('a report of an already hidden menu asks whether it stays hidden', () => {
  expect(listDecisions({ session: hidden, decision: null })).toEqual(['restore', 'hide']);
});

test('a decision can be reversed', () => {
  expect(listDecisions({ session: hidden, decision: 'hide' })).toEqual(['restore']);
  expect(listDecisions({ session: shown, decision: 'dismiss' })).toEqual(['hide']);
  expect(listDecisions({ session: shown, decision: 'restore' })).toEqual(['hide']);
});

test('a report of a deleted menu can only be closed', () => {
  expect(listDecisions({ session: null, decision: null })).toEqual(['dismiss']);
  expect(listDecisions({ session: null, decision: 'hide' })).toEqual([]);
});
