import {
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  DeleteUserAttributesCommand,
  DeleteUserCommand,
  ForgetDeviceCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  ListDevicesCommand,
  NotAuthorizedException,
  ResendConfirmationCodeCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  SetUserMFAPreferenceCommand,
  SignUpCommand,
  UpdateUserAttributesCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  createSrpSession,
  signSrpSession,
  wrapAuthChallenge,
  wrapInitiateAuth,
} from 'cognito-srp-helper';
import { expect, test } from 'vitest';
import { fromBase32 } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { totpCode, totpStep } from '#totp/totp.ts';

const pool = await startTestPool();
const ClientId = pool.options.clientId;
const email = 'sdk@example.com';
const password = 'soroban 42';
await pool.addUser({ email, password });

const client = new CognitoIdentityProviderClient({
  endpoint: pool.endpoint,
  region: 'local',
  credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  maxAttempts: 1,
});

async function signIn(typed: string, name = email) {
  const session = createSrpSession(name, typed, pool.options.poolId, false);
  const { ChallengeName = '', ...challenge } = await client.send(
    new InitiateAuthCommand(
      wrapInitiateAuth(session, {
        ClientId,
        AuthFlow: 'USER_SRP_AUTH' as const,
        AuthParameters: { CHALLENGE_NAME: 'SRP_A', USERNAME: name },
      }),
    ),
  );
  return await client.send(
    new RespondToAuthChallengeCommand(
      wrapAuthChallenge(signSrpSession(session, { ...challenge, ChallengeName }), {
        ClientId,
        ChallengeName: 'PASSWORD_VERIFIER' as const,
        ChallengeResponses: { USERNAME: name },
      }),
    ),
  );
}

test('a third-party client signs in through the AWS SDK', async () => {
  const { AuthenticationResult } = await signIn(password);
  const user = await client.send(
    new GetUserCommand({ AccessToken: AuthenticationResult?.AccessToken }),
  );
  expect(user.UserAttributes).toContainEqual({ Name: 'email', Value: email });
  await expect(signIn('wrong1234')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
});

test('the AWS SDK can do everything else that a member may do', async () => {
  const Username = 'sdk-life@example.com';
  const Password = 'soroban 43';
  const { UserSub } = await client.send(new SignUpCommand({ ClientId, Username, Password }));
  await client.send(new ResendConfirmationCodeCommand({ ClientId, Username }));
  await expect.poll(() => pool.mails.filter(({ to }) => to === Username).length).toBe(2);
  const signUpCode = { ClientId, Username, ConfirmationCode: pool.readCode(Username) };
  await client.send(new ConfirmSignUpCommand(signUpCode));
  await expect(client.send(new ConfirmSignUpCommand(signUpCode))).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'User cannot be confirmed. Current status is CONFIRMED',
  });

  const { AuthenticationResult: first } = await signIn(Password, Username);
  const own = { AccessToken: first?.AccessToken ?? '' };
  const attribute = { Name: 'nickname', Value: 'Soro' };
  await client.send(new UpdateUserAttributesCommand({ ...own, UserAttributes: [attribute] }));
  await client.send(
    new DeleteUserAttributesCommand({ ...own, UserAttributeNames: [attribute.Name] }),
  );
  const user = await client.send(new GetUserCommand(own));
  expect(user.Username).toBe(UserSub);
  expect(user.UserAttributes).not.toContainEqual(attribute);
  expect((await client.send(new ListDevicesCommand(own))).Devices).toEqual([]);
  await expect(
    client.send(new ForgetDeviceCommand({ ...own, DeviceKey: 'local_1' })),
  ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });

  const { SecretCode = '' } = await client.send(new AssociateSoftwareTokenCommand(own));
  const UserCode = totpCode(fromBase32(SecretCode), totpStep(pool.options.now()));
  const verified = await client.send(new VerifySoftwareTokenCommand({ ...own, UserCode }));
  expect(verified.Status).toBe('SUCCESS');
  for (const Enabled of [true, false]) {
    const SoftwareTokenMfaSettings = { Enabled, PreferredMfa: Enabled };
    await client.send(new SetUserMFAPreferenceCommand({ ...own, SoftwareTokenMfaSettings }));
  }

  const refresh = { ClientId, RefreshToken: first?.RefreshToken };
  const { AuthenticationResult: next } = await client.send(
    new GetTokensFromRefreshTokenCommand(refresh),
  );
  await expect(
    client.send(new RevokeTokenCommand({ ClientId, Token: next?.AccessToken })),
  ).rejects.toMatchObject({ name: 'UnsupportedTokenTypeException' });
  const proposed = { PreviousPassword: Password, ProposedPassword: 'soroban 44' };
  await client.send(new ChangePasswordCommand({ ...own, ...proposed }));
  await client.send(new GlobalSignOutCommand(own));
  const rejected = await client.send(new GetUserCommand(own)).catch((error: unknown) => error);
  expect(rejected).toBeInstanceOf(NotAuthorizedException);
  expect((rejected as NotAuthorizedException).$metadata.requestId).toMatch(/./);

  const forgot = await client.send(new ForgotPasswordCommand({ ClientId, Username }));
  expect(forgot.CodeDeliveryDetails?.Destination).toBe('s***@e***');
  await expect.poll(() => pool.readCode(Username)).not.toBe(signUpCode.ConfirmationCode);
  const ConfirmationCode = pool.readCode(Username);
  const reset = { ClientId, Username, ConfirmationCode, Password: 'soroban 45' };
  await client.send(new ConfirmForgotPasswordCommand(reset));
  const { AuthenticationResult: last } = await signIn('soroban 45', Username);
  await client.send(new RevokeTokenCommand({ ClientId, Token: last?.RefreshToken }));
  const { AuthenticationResult: leaving } = await signIn('soroban 45', Username);
  await client.send(new DeleteUserCommand({ AccessToken: leaving?.AccessToken }));
  await expect(signIn('soroban 45', Username)).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});
