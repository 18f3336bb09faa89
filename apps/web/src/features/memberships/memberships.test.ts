import { expect, test } from 'vitest';
import { findErrors } from '#ui/forms/use-form.ts';
import { describeNotice } from './change-words.ts';
import { joinFields } from './membership-fields.ts';

test.each([
  ['end', '10日までのお手続きで、当月末に退会となります。10日を過ぎると、翌月末の退会となります。'],
  [
    'pause',
    '10日までのお手続きで、翌月1日から休会できます。10日を過ぎると、翌々月1日からになります。',
  ],
  [
    'plan',
    '10日までのお手続きで、翌月1日から変わります。10日を過ぎると、翌々月1日からになります。',
  ],
] as const)('the notice day of a change requested for %s', (kind, words) => {
  expect(describeNotice(kind, 10)).toBe(words);
});

const adult = {
  birthDate: '1990-04-01',
  guardianName: '',
  guardianRelation: '',
  guardianEmail: '',
};

test.each([
  [{ fromDay: '2026-11-16', name: '力石 春', nameKana: '', note: '' }, {}],
  [{ fromDay: '2027-01-15', name: '力石 春', nameKana: '', note: 'あ'.repeat(300) }, {}],
  [
    { fromDay: '', name: '', nameKana: '', note: 'あ'.repeat(301) },
    {
      fromDay: '利用開始日を入力してください',
      name: '氏名を入力してください',
      note: '300文字以内で入力してください',
    },
  ],
  [
    { fromDay: '2026-11-16', name: 'あ'.repeat(61), nameKana: '力石', note: '' },
    {
      nameKana: 'フリガナはカタカナで入力してください',
      name: '氏名は60文字以内で入力してください',
    },
  ],
])('describes an application %#', (values, errors) => {
  expect(findErrors(joinFields('2026-11-16', 0), { ...adult, ...values })).toEqual(errors);
});

test.each([
  ['', 0, { birthDate: '生年月日を入力してください' }],
  ['2026-00-01', 0, { birthDate: '年・月・日をすべて入力してください' }],
  ['2006-11-17', 20, { birthDate: 'このジムに入会できるのは、20歳以上の方です' }],
  ['2006-11-16', 20, {}],
  [
    '2008-11-17',
    0,
    {
      guardianName: '保護者の氏名を入力してください',
      guardianRelation: '続柄を選択してください',
      guardianEmail: '保護者のメールアドレスを正しく入力してください（例：name@example.com）',
    },
  ],
])('a date of birth of %s in a gym for people of %i', (birthDate, minimumAge, errors) => {
  const values = { fromDay: '2026-11-16', name: '力石 春', nameKana: '', note: '' };
  const fields = joinFields('2026-11-16', minimumAge);
  expect(findErrors(fields, { ...adult, ...values, birthDate })).toEqual(errors);
});

test.each(['2026-11-15', '2027-01-16'])('a membership cannot begin on %s', (fromDay) => {
  const values = { fromDay, name: '力石 春', nameKana: '', note: '' };
  expect(findErrors(joinFields('2026-11-16', 0), { ...adult, ...values }).fromDay).toMatch(
    /^今日から.*1月15日\(金\)までの日を選んでください$/,
  );
});
