import { passwordMinLength } from '@tanren/domain/password';

export interface PasswordHint {
  readonly label: string;
  readonly met: boolean;
}

/** The rule of the domain in the parts a member can tick off one by one while typing. */
export function listPasswordHints(password: string): PasswordHint[] {
  return [
    { label: `${passwordMinLength}文字以上`, met: password.length >= passwordMinLength },
    {
      label: '英字と数字の両方を使う',
      met: /[A-Za-z]/.test(password) && /[0-9]/.test(password),
    },
    { label: '半角のみ', met: password !== '' && /^[ -~]*$/.test(password) },
  ];
}
