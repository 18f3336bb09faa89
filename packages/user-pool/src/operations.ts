import {
  changePassword,
  confirmForgotPassword,
  forgotPassword,
} from '#account/password-operations.ts';
import { confirmSignUp, resendConfirmationCode } from '#account/confirm-sign-up.ts';
import { deleteUserAttributes, getUser } from '#account/attributes.ts';
import { deleteUser } from '#account/delete-user.ts';
import { confirmDevice, findNoDevice, listDevices } from '#account/devices.ts';
import {
  getUserAttributeVerificationCode,
  updateUserAttributes,
  verifyUserAttribute,
} from '#account/email-change.ts';
import { signUp } from '#account/sign-up.ts';
import { getCredentialsForIdentity, getId } from '#identity-pool/identity-operations.ts';
import { initiateAuth, respondToAuthChallenge } from '#sign-in/sign-in-operations.ts';
import { getTokensFromRefreshToken, globalSignOut, revokeToken } from '#tokens/refresh-session.ts';
import {
  associateSoftwareToken,
  setUserMfaPreference,
  verifySoftwareToken,
} from '#totp/totp-operations.ts';
import { PoolError } from './pool-error.ts';
import type { Operation } from '#pool/operation.ts';

const userPool = 'AWSCognitoIdentityProviderService';
const identityPool = 'AWSCognitoIdentityService';

/** Operations by the value of `x-amz-target`. */
export const operations: ReadonlyMap<string, Operation> = new Map([
  [`${userPool}.AssociateSoftwareToken`, associateSoftwareToken],
  [`${userPool}.ChangePassword`, changePassword],
  [`${userPool}.ConfirmDevice`, confirmDevice],
  [`${userPool}.ConfirmForgotPassword`, confirmForgotPassword],
  [`${userPool}.ConfirmSignUp`, confirmSignUp],
  [`${userPool}.DeleteUser`, deleteUser],
  [`${userPool}.DeleteUserAttributes`, deleteUserAttributes],
  [`${userPool}.ForgetDevice`, findNoDevice],
  [`${userPool}.ForgotPassword`, forgotPassword],
  [`${userPool}.GetDevice`, findNoDevice],
  [`${userPool}.GetTokensFromRefreshToken`, getTokensFromRefreshToken],
  [`${userPool}.GetUser`, getUser],
  [`${userPool}.GetUserAttributeVerificationCode`, getUserAttributeVerificationCode],
  [`${userPool}.GlobalSignOut`, globalSignOut],
  [`${userPool}.InitiateAuth`, initiateAuth],
  [`${userPool}.ListDevices`, listDevices],
  [`${userPool}.ResendConfirmationCode`, resendConfirmationCode],
  [`${userPool}.RespondToAuthChallenge`, respondToAuthChallenge],
  [`${userPool}.RevokeToken`, revokeToken],
  [`${userPool}.SetUserMFAPreference`, setUserMfaPreference],
  [`${userPool}.SignUp`, signUp],
  [`${userPool}.UpdateDeviceStatus`, findNoDevice],
  [`${userPool}.UpdateUserAttributes`, updateUserAttributes],
  [`${userPool}.VerifySoftwareToken`, verifySoftwareToken],
  [`${userPool}.VerifyUserAttribute`, verifyUserAttribute],
  [`${identityPool}.GetCredentialsForIdentity`, getCredentialsForIdentity],
  [`${identityPool}.GetId`, getId],
]);

export function findOperation(target: unknown): Operation {
  const operation = typeof target === 'string' ? operations.get(target) : undefined;
  if (operation === undefined) {
    throw new PoolError('UnknownOperationException', 'The operation is not known here.');
  }
  return operation;
}
