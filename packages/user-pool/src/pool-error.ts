/** Error names of Cognito. Clients depend on them, so this pool must not invent new ones. */
type PoolErrorName =
  | 'AliasExistsException'
  | 'CodeDeliveryFailureException'
  | 'CodeMismatchException'
  | 'EnableSoftwareTokenMFAException'
  | 'ExpiredCodeException'
  | 'InternalErrorException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'LimitExceededException'
  | 'NotAuthorizedException'
  | 'PasswordResetRequiredException'
  | 'RefreshTokenReuseException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'SoftwareTokenMFANotFoundException'
  | 'TooManyRequestsException'
  | 'UnknownOperationException'
  | 'UnsupportedTokenTypeException'
  | 'UserNotConfirmedException'
  | 'UsernameExistsException';

export class PoolError extends Error {
  override readonly name: PoolErrorName;

  constructor(name: PoolErrorName, message: string) {
    super(message);
    this.name = name;
  }
}

export const rejectCredentials = () =>
  new PoolError('NotAuthorizedException', 'Incorrect username or password.');

export const rejectSession = () =>
  new PoolError('NotAuthorizedException', 'Invalid session for the user, session is expired.');

export const rejectGuess = () =>
  new PoolError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');

export const rejectCode = () =>
  new PoolError('CodeMismatchException', 'Invalid verification code provided, please try again.');

export const rejectOldCode = () =>
  new PoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

export const rejectParameter = (message: string) =>
  new PoolError('InvalidParameterException', message);
