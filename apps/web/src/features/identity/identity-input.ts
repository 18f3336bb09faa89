import { cleanCode, isMailedCode } from '@tanren/domain/authentication';
import {
  containsMailName,
  passwordMinLength,
  type PasswordRefusal,
  refusePassword,
} from '@tanren/domain/password';
import type { FieldSpec, Rule } from '#ui/forms/use-form.ts';

interface PasswordHint {
  readonly label: string;
  readonly met: boolean;
}

/**
 * The rule of the domain in the parts a member can tick off one by one while typing. `email`: what
 * stands in the same form; where the address is not asked for, its rule is told when it is broken.
 */
export function listPasswordHints(password: string, email?: string): PasswordHint[] {
  const hints = [
    { label: `${passwordMinLength}文字以上`, met: password.length >= passwordMinLength },
    {
      label: '英字と数字の両方を使う',
      met: /[A-Za-z]/.test(password) && /[0-9]/.test(password),
    },
    { label: '半角のみ', met: password !== '' && /^[ -~]*$/.test(password) },
  ];
  if (email === undefined) return hints;
  const met = password !== '' && !containsMailName(password, email);
  return [...hints, { label: 'メールアドレスの一部を含まない', met }];
}

/** Full-width letters and blanks around an address are slips of the keyboard. */
export function cleanEmail(text: string): string {
  return text.normalize('NFKC').trim();
}

function required(message: string): Rule {
  return (value) => value !== '' || message;
}

const emailShape = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

export function emailInput(): FieldSpec {
  return {
    clean: cleanEmail,
    rules: [
      required('メールアドレスを入力してください'),
      (value) => /^[ -~]*$/.test(value) || 'メールアドレスは半角で入力してください',
      (value) =>
        emailShape.test(value) || 'メールアドレスの形式が正しくありません（例：name@example.com）',
    ],
  };
}

/** Our own pool mails more digits than Amazon's: which one it is, the pages do not ask. */
export function mailedCodeInput(): FieldSpec {
  return {
    clean: cleanCode,
    rules: [
      required('コードを入力してください'),
      (value) => isMailedCode(value) || 'コードは6〜8桁の数字で入力してください',
    ],
  };
}

/** What an authenticator app shows. */
export function appCodeInput(): FieldSpec {
  return {
    clean: cleanCode,
    rules: [
      required('コードを入力してください'),
      (value) => /^\d{6}$/.test(value) || 'コードは6桁の数字で入力してください',
    ],
  };
}

/** Six digits of the app, or one of the recovery codes: XXXXX-XXXXX. */
export function secondFactorInput(): FieldSpec {
  return {
    clean: cleanCode,
    rules: [
      required('コードを入力してください'),
      (value) =>
        /^(?:\d{6}|[0-9A-Za-z]{10})$/.test(value) ||
        '6桁の数字か、10文字のリカバリーコードを入力してください',
    ],
  };
}

const isHalfWidth = (value: string) => /^[ -~]*$/.test(value);

/** Never changed on the way: a password is what was typed. Older, odder ones must still open. */
export function currentPasswordInput(): FieldSpec {
  return {
    rules: [
      required('パスワードを入力してください'),
      (value) => isHalfWidth(value) || '半角で入力してください',
    ],
  };
}

const refusalText: Readonly<Record<PasswordRefusal, string>> = {
  not_half_width: '半角で入力してください',
  too_short: '8文字以上で入力してください',
  too_long: '256文字以内で入力してください',
  edge_space: '先頭と末尾の空白を取り除いてください',
  no_letter: '英字を1文字以上入れてください',
  no_digit: '数字を1文字以上入れてください',
  contains_email: 'メールアドレスの一部を含めないでください',
};

/** `readEmail` because the address may stand in the same form. */
export function newPasswordInput(
  readEmail: (values: Readonly<Record<string, string>>) => string | undefined,
): FieldSpec {
  return {
    rules: [
      required('新しいパスワードを入力してください'),
      (value, values) => {
        const refusal = refusePassword(value, readEmail(values));
        return refusal === null || refusalText[refusal];
      },
    ],
  };
}

/** For whoever changes it: the pool would take the present one again. */
export function differentPasswordInput(email: string): FieldSpec {
  const { rules } = newPasswordInput(() => email);
  return {
    rules: [
      ...rules,
      (value, { current }) => value !== current || '現在のパスワードとは違うものを入力してください',
    ],
  };
}
