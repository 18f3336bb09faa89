import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkExerciseHabit,
  checkSex,
  checkTrainingPurposes,
  exerciseHabits,
  findChangedElsewhere,
  findProfileErrors,
  isProfileCompleted,
  sexes,
  sortTrainingPurposes,
  trainingPurposeIds,
  trainingPurposes,
} from './profile.ts';

const complete = {
  nickname: '鍛太郎',
  height: 170,
  weight: 62.5,
  exerciseHabit: 'weekly-2-3',
  trainingPurposes: ['strength'],
} as const;

describe('isProfileCompleted', () => {
  // spec 5.4, 5.5
  it('requires nickname, height, weight, habit and one purpose', () => {
    expect(isProfileCompleted(complete)).toBe(true);
    expect(isProfileCompleted({ ...complete, nickname: '' })).toBe(false);
    expect(isProfileCompleted({ ...complete, height: null })).toBe(false);
    expect(isProfileCompleted({ ...complete, weight: null })).toBe(false);
    expect(isProfileCompleted({ ...complete, exerciseHabit: null })).toBe(false);
    expect(isProfileCompleted({ ...complete, trainingPurposes: [] })).toBe(false);
  });
});

describe('findProfileErrors', () => {
  const today = '2025-08-15';

  it('returns nothing for valid, absent or cleared fields', () => {
    expect(findProfileErrors({ ...complete, birthDate: '1990-04-01' }, today)).toEqual([]);
    expect(findProfileErrors({}, today)).toEqual([]);
    expect(findProfileErrors({ birthDate: null }, today)).toEqual([]);
  });

  it('names every invalid field at once', () => {
    const wrong = { nickname: ' ', height: 99.9, weight: 60.05, birthDate: '2025-08-16' };
    expect(findProfileErrors(wrong, today)).toEqual([
      { field: 'nickname', refusal: 'empty' },
      { field: 'height', refusal: 'out_of_range' },
      { field: 'weight', refusal: 'too_precise' },
      { field: 'birthDate', refusal: 'in_future' },
    ]);
  });
});

describe('choices', () => {
  it('have the words members know', () => {
    expect(sexes.map(({ label }) => label)).toEqual(['男性', '女性', 'その他', '回答しない']);
    expect(exerciseHabits.map(({ label }) => label)).toEqual([
      'ほぼなし',
      '月1〜3回',
      '週1回',
      '週2〜3回',
      '週4回以上',
    ]);
    expect(trainingPurposes.map(({ label }) => label)).toEqual([
      '健康維持',
      '体力向上',
      'ダイエット・体型維持',
      '筋力向上',
      '運動不足解消',
      'ストレス解消',
      '肩こり・腰痛の改善',
    ]);
  });

  it('are stored in one order, each once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...trainingPurposeIds)), (chosen) => {
        const sorted = sortTrainingPurposes(chosen);
        expect(new Set(sorted)).toEqual(new Set(chosen));
        expect(sorted).toEqual(sortTrainingPurposes(chosen.toReversed()));
        expect(new Set(sorted).size).toBe(sorted.length);
      }),
    );
  });

  // spec 5.28
  it('are validated by rules that return true or the error', () => {
    expect(checkSex('')).toBe(true);
    expect(checkSex('no-answer')).toBe(true);
    expect(checkSex('robot')).toBe('性別を選び直してください');
    expect(checkExerciseHabit('weekly-1')).toBe(true);
    expect(checkExerciseHabit('')).toBe('運動習慣を選択してください');
    expect(checkTrainingPurposes(['health', 'stress'])).toBe(true);
    expect(checkTrainingPurposes([])).toBe('トレーニングの目的を1つ以上選択してください');
    expect(checkTrainingPurposes(['health', 'x'])).toBe('トレーニングの目的を選び直してください');
  });
});

describe('findChangedElsewhere', () => {
  const present = { ...complete, birthDate: null, sex: null, rankingVisible: true } as const;

  it.each([
    ['has its old value', { weight: 60 }, { weight: 62.5 }, []],
    ['has its new value', { weight: 62.5 }, { weight: 60 }, []],
    ['neither', { weight: 61 }, { weight: 60 }, ['weight']],
    ['is not changed here', { height: 171 }, { weight: 60 }, []],
    ['was removed elsewhere', { sex: 'other' }, { sex: 'male' }, ['sex']],
    ['was absent before', { sex: 'other' }, { sex: null }, []],
  ] as const)('%s', (_, wanted, expected, found) => {
    expect(findChangedElsewhere(present, wanted, expected)).toEqual(found);
  });

  it('treats choices in any order as equal', () => {
    const [a, b] = [['health', 'strength'] as const, ['strength', 'health'] as const];
    const [wanted, expected] = [{ trainingPurposes: ['stress'] as const }, { trainingPurposes: b }];
    expect(findChangedElsewhere({ ...present, trainingPurposes: a }, wanted, expected)).toEqual([]);
  });
});
