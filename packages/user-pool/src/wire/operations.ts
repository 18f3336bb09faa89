import { changePassword } from '#account/change-password.ts';
import { confirmForgotPassword } from '#account/confirm-forgot-password.ts';
import { confirmSignUp } from '#account/confirm-sign-up.ts';
import { deleteUserAttributes } from '#account/delete-user-attributes.ts';
import { deleteUser } from '#account/delete-user.ts';
import { confirmDevice, findNoDevice, listDevices } from '#account/devices.ts';
import { forgotPassword } from '#account/forgot-password.ts';
import { getUserAttributeVerificationCode } from '#account/get-user-attribute-verification-code.ts';
import { getUser } from '#account/get-user.ts';
import { resendConfirmationCode } from '#account/resend-confirmation-code.ts';
import { signUp } from '#account/sign-up.ts';
import { updateUserAttributes } from '#account/update-user-attributes.ts';
import { verifyUserAttribute } from '#account/verify-user-attribute.ts';
import { getCredentialsForIdentity, getId } from '#identity-pool/identity-operations.ts';
import { initiateAuth } from '#sign-in/initiate-auth.ts';
import { respondToAuthChallenge } from '#sign-in/respond-to-auth-challenge.ts';
import { getTokensFromRefreshToken, globalSignOut, revokeToken } from '#tokens/token-operations.ts';
import {
  associateSoftwareToken,
  setUserMfaPreference,
  verifySoftwareToken,
} from '#totp/totp-operations.ts';
import { PoolError } from '#pool-error.ts';
import type { Operation } from './operation.ts';

const userPool = 'AWSCognitoIdentityProviderService';
const identityPool = 'AWSCognitoIdentityService';

/** By the value of `x-amz-target`. */
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
