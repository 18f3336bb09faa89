import { cleanCode, isMailedCode } from '@tanren/domain/identity/authentication';
import { isMadeOfKnownWords } from '@tanren/domain/identity/known-words';
import {
  containsMailName,
  passwordMaxLength,
  passwordMinLength,
  type PasswordError,
  validatePassword,
} from '@tanren/domain/identity/password';
import { loadPart } from '#lib/builds/chunks.ts';
import type { FieldSpec, Rule } from '#ui/forms/use-form.ts';

let isCommon = (_password: string): boolean => false;

/**
 * Loads the list of common passwords, which signing in does not need. The server checks passwords
 * as well, so the form works without the list.
 */
export async function loadCommonPasswords(): Promise<void> {
  try {
    ({ isCommonPassword: isCommon } = await loadPart(
      () => import('@tanren/domain/identity/common-passwords'),
    ));
  } catch {
    // The server then rejects a common password.
  }
}

const isGuessable = (password: string, email: string) =>
  isCommon(password) || isMadeOfKnownWords(password, { email });

interface PasswordHint {
  readonly label: string;
  /** `null` where only the server can decide. */
  readonly met: boolean | null;
  /** Whether the typed text breaks the rule in a way that more characters alone do not mend. */
  readonly isBroken: boolean;
}

/**
 * Returns every rule for a new password as separate hints, which are ticked off while typing.
 * `email` is empty where the form does not know the address.
 */
export function listPasswordHints(password: string, email: string): PasswordHint[] {
  const isTyped = password !== '';
  const isLong = password.length >= passwordMinLength;
  const isTooLong = password.length > passwordMaxLength;
  const hasMailName = containsMailName(password, email);
  const isEasy = isGuessable(password, email);
  return [
    {
      label: isTooLong ? `${passwordMaxLength}文字以内` : `${passwordMinLength}文字以上`,
      met: isLong && !isTooLong,
      isBroken: isTooLong,
    },
    {
      label: '英字と数字の両方',
      met: /[A-Za-z]/.test(password) && /[0-9]/.test(password),
      isBroken: false,
    },
    {
      label: '半角のみ（前後に空白なし）',
      met: isTyped && isHalfWidth(password) && password.trim() === password,
      isBroken: !isHalfWidth(password) || password.startsWith(' '),
    },
    {
      label: 'メールアドレスの一部を含まない',
      met: isTyped && !hasMailName,
      isBroken: isTyped && hasMailName,
    },
    {
      label: '推測されにくい（よくある語やtanrenを避ける）',
      // Few letters are in no list of common passwords, and yet easy to guess.
      met: isLong && !isEasy,
      isBroken: isLong && isEasy,
    },
    { label: '過去に流出していない（送信時に確認します）', met: null, isBroken: false },
  ];
}

/** Says for screen readers how many rules that the page can check are met. */
export function describePasswordHints(password: string, email: string): string {
  if (password === '') return '';
  const checked = listPasswordHints(password, email).filter(({ met }) => met !== null);
  const left = checked.filter(({ met }) => met === false);
  if (left.length === 0) return 'パスワードの条件をすべて満たしています';
  return `パスワードの条件：残り${left.length}つ（${left.map(({ label }) => label).join('、')}）`;
}

/**
 * Normalizes full-width letters and removes surrounding spaces, which are typing errors in an
 * address.
 */
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

/**
 * Accepts a mailed code. Our own pool sends more digits than Amazon's, and the pages accept both.
 */
export function mailedCodeInput(): FieldSpec {
  return {
    clean: cleanCode,
    rules: [
      required('コードを入力してください'),
      (value) => isMailedCode(value) || 'コードは6〜8桁の数字で入力してください',
    ],
  };
}

/** Accepts the code of an authenticator app. */
export function appCodeInput(): FieldSpec {
  return {
    clean: cleanCode,
    rules: [
      required('コードを入力してください'),
      (value) => /^\d{6}$/.test(value) || 'コードは6桁の数字で入力してください',
    ],
  };
}

/** Accepts the six digits of the app, or a recovery code in the form XXXXX-XXXXX. */
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

/**
 * Accepts a current password without changing it. Old passwords that break today's rules must still
 * work.
 */
export function currentPasswordInput(): FieldSpec {
  return {
    rules: [
      required('パスワードを入力してください'),
      (value) => isHalfWidth(value) || '半角で入力してください',
    ],
  };
}

const errorText: Readonly<Record<PasswordError, string>> = {
  not_half_width: '半角で入力してください',
  too_short: '8文字以上で入力してください',
  too_long: '256文字以内で入力してください',
  edge_space: '先頭と末尾の空白を取り除いてください',
  no_letter: '英字を1文字以上入れてください',
  no_digit: '数字を1文字以上入れてください',
  contains_email: 'メールアドレスの一部を含めないでください',
};

/** Validates a new password. `readEmail` reads the address, which may be in the same form. */
export function newPasswordInput(
  readEmail: (values: Readonly<Record<string, string>>) => string | undefined,
): FieldSpec {
  return {
    rules: [
      required('新しいパスワードを入力してください'),
      (value, values) => {
        const email = readEmail(values) ?? '';
        const rejection = validatePassword(value, email);
        if (rejection !== null) return errorText[rejection];
        return !isGuessable(value, email) || '推測されやすいパスワードは使えません';
      },
    ],
  };
}

/**
 * Validates a changed password. The pool would accept the current one again, so the form rejects
 * it.
 */
export function differentPasswordInput(email: string): FieldSpec {
  const { rules } = newPasswordInput(() => email);
  return {
    rules: [
      ...rules,
      (value, { current }) => value !== current || '現在のパスワードとは違うものを入力してください',
    ],
  };
}
