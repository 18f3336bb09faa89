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

test('an open report is dismissed, or its session hidden', () => {
  expect(listDecisions({ session: shown, decision: null })).toEqual(['dismiss', 'hide']);
});

test('one that came after its session was hidden says whether it stays so', () => {
  expect(listDecisions({ session: hidden, decision: null })).toEqual(['restore', 'hide']);
});

test('a decision can be turned round', () => {
  expect(listDecisions({ session: hidden, decision: 'hide' })).toEqual(['restore']);
  expect(listDecisions({ session: shown, decision: 'dismiss' })).toEqual(['hide']);
  expect(listDecisions({ session: shown, decision: 'restore' })).toEqual(['hide']);
});

test('of a deleted session nothing is left but to close the report', () => {
  expect(listDecisions({ session: null, decision: null })).toEqual(['dismiss']);
  expect(listDecisions({ session: null, decision: 'hide' })).toEqual([]);
});
