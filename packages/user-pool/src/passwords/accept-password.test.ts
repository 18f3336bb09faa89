import { isCommonPassword } from '@tanren/domain/identity/common-passwords';
import { expect, test } from 'vitest';
import { callPool } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { acceptPassword } from './accept-password.ts';

test.each([
  'password1',
  'Password123',
  'abc12345',
  'qwerty123',
  '1q2w3e4r5t',
  '123456abc',
  'iloveyou2024',
  'sakura2020',
  'a1a1a1a1',
  'p@ssw0rd',
  'P4ssw0rd',
])('%s is a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['kinniku7hara', 'correct horse 4 battery', 'x7Kp2mQ9'])(
  '%s is not a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

const about = {
  email: 'hanako.yamanaka@kaisha.example',
  attributes: { nickname: 'Mikan-chan', name: '山中 花子' },
};
const judge = (password: string) => {
  acceptPassword({ passwordMinimumLength: 8 }, password, about);
};

test.each([
  'tanren2024',
  'Tanren-2024',
  '2024TANREN!',
  'T4nr3n#77',
  'tanrengym1',
  'tanrentanren9',
  'mytanren00',
  'yamanaka1980',
  'hanako-1234',
  'kaisha2026!',
  'mikan0123456',
])('%s consists of facts about the member', (password) => {
  expect(() => {
    judge(password);
  }).toThrow('Password is too easy to guess');
});

test.each(['0l8kchek', 'GhbDtn123', '1029384756q', 'thomas99', 'P4ssw0rd'])(
  '%s is a breached password, or as common',
  (password) => {
    expect(() => {
      judge(password);
    }).toThrow('Password is too common');
  },
);

test.each([
  'x7Kp2mQ9',
  'kinniku7hara',
  'tanren horse 4 battery',
  'hatsuyuki-mikan-3',
  'gymkhana-41-rope',
])('accepts %s', (password) => {
  expect(() => {
    judge(password);
  }).not.toThrow();
});

test('checks the rules of the form first, with their own errors', () => {
  expect(() => {
    judge('tanren1');
  }).toThrow('Password not long enough');
  expect(() => {
    judge('x-hanako.yamanaka-99');
  }).toThrow('Password must not contain the email address');
});

test.each([
  // spec 5.25
  [undefined, 'kush1', 'kush12'],
  [8, 'kushi12', 'kushi123'],
])('a pool with the minimum length %s', async (passwordMinimumLength, short, enough) => {
  const { endpoint } = await startTestPool(passwordMinimumLength ? { passwordMinimumLength } : {});
  const signUp = async (Password: string) =>
    await callPool(endpoint, 'SignUp', {
      ClientId: 'tanren-web',
      Username: 'length@example.com',
      Password,
    });
  expect((await signUp(short)).body).toMatchObject({
    __type: 'InvalidPasswordException',
    message: 'Password did not conform with policy: Password not long enough',
  });
  expect((await signUp(enough)).status).toBe(200);
});
