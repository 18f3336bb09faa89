import { validatePassword } from '@tanren/domain/identity/password';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FieldSpec, findFieldError, readValues } from '#ui/forms/use-form.ts';
import {
  appCodeInput,
  cleanEmail,
  currentPasswordInput,
  describePasswordHints,
  emailInput,
  listPasswordHints,
  loadCommonPasswords,
  mailedCodeInput,
  newPasswordInput,
} from './identity-input.ts';
import { secondsToWait } from './identity-storage.ts';

it.each([
  [null, 0, 0],
  [1000, 1000, 30],
  [1000, 1500, 30],
  [1000, 2000, 29],
  [1000, 30_999, 1],
  [1000, 31_000, 0],
  [1000, 900_000, 0],
  // The clock was set back by an hour.
  [3_600_000, 0, 30],
])('sent at %s, seen at %i: %i s left', (sentAt, now, seconds) => {
  expect(secondsToWait(sentAt, now)).toBe(seconds);
});

it('all hints are met exactly when the rule accepts the password', () => {
  const character = fc.constantFrom('a', 'Z', '5', '0', '-', 'あ', 'ａ', '５');
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 14 }), (password) => {
      const rejection = validatePassword(password);
      const met = listPasswordHints(password, '').every((hint) => hint.met !== false);
      expect(met).toBe(rejection === null);
    }),
  );
});

it('an empty field meets no hint', () => {
  expect(listPasswordHints('', '').some(({ met }) => met)).toBe(false);
  expect(listPasswordHints('', 'hanako@gym.example').some(({ met }) => met)).toBe(false);
});

it('few letters are not called hard to guess', () => {
  const words = '推測されにくい（よくある語やtanrenを避ける）';
  const findHint = (password: string) =>
    listPasswordHints(password, '').find(({ label }) => label === words);
  expect(findHint('ab1')).toMatchObject({ met: false, isBroken: false });
  expect(findHint('ab1-kx7q')).toMatchObject({ met: true, isBroken: false });
});

it.each([
  ['', ''],
  ['ab1', 'パスワードの条件：残り2つ（8文字以上、推測されにくい（よくある語やtanrenを避ける））'],
  ['mainichi10kai', 'パスワードの条件をすべて満たしています'],
])('tells screen readers about %j: %s', (password, words) => {
  expect(describePasswordHints(password, '')).toBe(words);
});

it.each([
  ['hanako2026', 'hanako@gym.example', false],
  ['matsutake99', 'hanako@gym.example', true],
  // The name is too short to be checked.
  ['hana2026x', 'han@gym.example', true],
])('%s beside %s: does not contain the name is %s', (password, email, met) => {
  expect(listPasswordHints(password, email)).toContainEqual({
    label: 'メールアドレスの一部を含まない',
    met,
    isBroken: !met,
  });
});

it.each([
  ['password1', false],
  ['tanren2024', false],
  ['kaisha-2024', false],
  ['mainichi10kai', true],
])('%s meets the hint against passwords that are easy to guess: %s', async (password, met) => {
  await loadCommonPasswords();
  const email = 'hanako@kaisha.example';
  expect(listPasswordHints(password, email)).toContainEqual({
    label: '推測されにくい（よくある語やtanrenを避ける）',
    met,
    isBroken: !met,
  });
  const error = judge(
    newPasswordInput(() => email),
    password,
  );
  expect(error).toBe(met ? null : '推測されやすいパスワードは使えません');
});

it('the hints name the rule that only the server can check', () => {
  expect(listPasswordHints('mainichi10kai', '').at(-1)).toEqual({
    label: '過去に流出していない（送信時に確認します）',
    met: null,
    isBroken: false,
  });
});

function judge(field: FieldSpec, text: string): string | null {
  const spec = { field };
  return findFieldError(
    spec,
    readValues(spec, () => text),
    'field',
  );
}

describe('e-mail', () => {
  it('trims and normalises the input', () => {
    expect(cleanEmail('　ｔａｎａｋａ＠ｔａｎｒｅｎ．ｅｘａｍｐｌｅ ')).toBe(
      'tanaka@tanren.example',
    );
  });

  it.each(['a@b.jp', 'first.last+gym@sub.example.co.jp', ' ａ@ｂ.jp '])('accepts %s', (text) => {
    expect(judge(emailInput(), text)).toBeNull();
  });

  it.each(['', '　', 'a', 'a@', 'a@b', '@b.jp', 'a b@c.jp', 'a@b..jp', 'a@b.jp.', 'たなか@b.jp'])(
    'rejects "%s"',
    (text) => {
      expect(judge(emailInput(), text)).toMatch(/メールアドレス/);
    },
  );
});

describe('confirmation code', () => {
  it.each(['123456', '1234567', '12345678', ' 1234 5678 ', '１２３４－５６７８'])(
    'of a mail may be %s',
    (text) => {
      expect(judge(mailedCodeInput(), text)).toBeNull();
    },
  );

  it.each(['', '12345', '123456789', '1234567a'])('of a mail is not "%s"', (text) => {
    expect(judge(mailedCodeInput(), text)).toMatch(/コード/);
  });

  it.each(['123456', '１２３　４５６'])('of an app may be %s', (text) => {
    expect(judge(appCodeInput(), text)).toBeNull();
  });

  it.each(['', '12345', '1234567', '12345a'])('of an app is not "%s"', (text) => {
    expect(judge(appCodeInput(), text)).toMatch(/コード/);
  });
});

describe('passwords', () => {
  it('are never changed silently: full-width letters are reported', () => {
    expect(readValues({ field: currentPasswordInput() }, () => ' ｐａｓｓ ').field).toBe(
      ' ｐａｓｓ ',
    );
    expect(judge(currentPasswordInput(), 'ｔａｎｒｅｎ２０２４')).toBe('半角で入力してください');
    expect(
      judge(
        newPasswordInput(() => ''),
        'ｔａｎｒｅｎ２０２４',
      ),
    ).toBe('半角で入力してください');
  });

  it('of existing accounts need not follow the rules for new ones', () => {
    expect(judge(currentPasswordInput(), 'short')).toBeNull();
    expect(judge(currentPasswordInput(), '')).toBe('パスワードを入力してください');
  });

  it.each([
    ['', '新しいパスワードを入力してください'],
    ['abc123', '8文字以上で入力してください'],
    ['12345678', '英字を1文字以上入れてください'],
    ['abcdefgh', '数字を1文字以上入れてください'],
    [' abcdef12', '先頭と末尾の空白を取り除いてください'],
    ['tanaka-2024', 'メールアドレスの一部を含めないでください'],
    ['iron-2024-gym', null],
  ])('that are new: "%s" %s', (text, error) => {
    expect(
      judge(
        newPasswordInput(() => 'tanaka@tanren.example'),
        text,
      ),
    ).toBe(error);
  });
});
