import { passwordMinLength } from '@tanren/domain/identity/password';
import { acceptPassword } from '@tanren/user-pool/passwords/accept-password';
import { expect, test } from 'vitest';
import { demoAccounts, demoPassword } from '@tanren/demo/members/demo-accounts';

test.each(demoAccounts)(
  'the user pool would accept the demo password for $email',
  ({ email, person }) => {
    const about = { email, attributes: { nickname: person.nickname } };
    expect(() => {
      acceptPassword({ passwordMinimumLength: passwordMinLength }, demoPassword, about);
    }).not.toThrow();
  },
);
