import { expect, test } from 'vitest';
import {
  findHealthState,
  hasConcern,
  healthCheckVersion,
  healthQuestions,
  mapHealthQuestions,
} from './health-check.ts';

const allNo = mapHealthQuestions(() => false);

test('asks seven questions, each under its own key', () => {
  expect(new Set(healthQuestions.map(({ key }) => key)).size).toBe(7);
});

test('has no concern when every answer is no', () => {
  expect(hasConcern(allNo)).toBe(false);
});

test.each(healthQuestions.map(({ key }) => key))('a yes to %s is a concern', (key) => {
  expect(hasConcern({ ...allNo, [key]: true })).toBe(true);
});

test('the state follows from the answers to the present questions', () => {
  const version = healthCheckVersion;
  expect(findHealthState(null)).toBe('unanswered');
  expect(findHealthState({ version, answers: allNo })).toBe('clear');
  expect(findHealthState({ version, answers: { ...allNo, joints: true } })).toBe('concern');
});

test('answers to an earlier version count as missing', () => {
  expect(findHealthState({ version: healthCheckVersion - 1, answers: allNo })).toBe('unanswered');
});
