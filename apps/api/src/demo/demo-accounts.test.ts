import { passwordMinLength } from '@tanren/domain/identity/password';
import { acceptPassword } from '@tanren/user-pool/passwords/accept-password';
import { expect, test } from 'vitest';
import { demoAccounts, demoPassword } from './demo-accounts.ts';

test.each(demoAccounts)('the demo password would be accepted from $email', ({ email, person }) => {
  const about = { email, attributes: { nickname: person.nickname } };
  expect(() => {
    acceptPassword({ passwordMinimumLength: passwordMinLength }, demoPassword, about);
  }).not.toThrow();
});
