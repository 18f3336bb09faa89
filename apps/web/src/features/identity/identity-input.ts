import { cleanCode, isMailedCode } from '@tanren/domain/identity/authentication';
import { isMadeOfKnownWords } from '@tanren/domain/identity/known-words';
import {
  containsMailName,
  passwordMaxLength,
  passwordMinLength,
  type PasswordRefusal,
  refusePassword,
} from '@tanren/domain/identity/password';
import { loadPart } from '#lib/builds/chunks.ts';
import type { FieldSpec, Rule } from '#ui/forms/use-form.ts';

let isCommon = (_password: string): boolean => false;

/**
 * Loads the list of common passwords, which nobody needs who only logs in. The server checks it as
 * well, so a form works without it.
 */
export async function loadCommonPasswords(): Promise<void> {
  try {
    ({ isCommonPassword: isCommon } = await loadPart(
      () => import('@tanren/domain/identity/common-passwords'),
    ));
  } catch {
    // The server tells it then.
  }
}

const isGuessable = (password: string, email: string) =>
  isCommon(password) || isMadeOfKnownWords(password, { email });

interface PasswordHint {
  readonly label: string;
  /** `null` where only the server can tell. */
  readonly met: boolean | null;
}

/**
 * Every rule that can refuse a new password, in the parts that a member can tick off one by one
 * while typing. `email` is empty where the form does not know the address.
 */
export function listPasswordHints(password: string, email: string): PasswordHint[] {
  const isTyped = password !== '';
  return [
    {
      label: `${passwordMinLength}〜${passwordMaxLength}文字`,
      met: password.length >= passwordMinLength && password.length <= passwordMaxLength,
    },
    {
      label: '英字と数字の両方を使う',
      met: /[A-Za-z]/.test(password) && /[0-9]/.test(password),
    },
    {
      label: '半角のみで、先頭と末尾に空白がない',
      met: isTyped && isHalfWidth(password) && password.trim() === password,
    },
    {
      label: 'メールアドレスの一部を含まない',
      met: isTyped && !containsMailName(password, email),
    },
    {
      label: 'よく使われるものや「tanren」など、推測されやすいものでない',
      met: isTyped && !isGuessable(password, email),
    },
    { label: '過去に流出したものでない（送信時に確認します）', met: null },
  ];
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
        const email = readEmail(values) ?? '';
        const refusal = refusePassword(value, email);
        if (refusal !== null) return refusalText[refusal];
        return !isGuessable(value, email) || '推測されやすいパスワードは使えません';
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
