import { explainFailure, hasErrorName, PasswordNotConfirmed } from '#lib/errors.ts';

/**
 * Text for wrong credentials. An unknown account gets the same text, so that the form does not
 * reveal who is a member.
 */
const wrongCredentials = 'メールアドレスまたはパスワードが正しくありません。';

/** Texts for the errors of the user pool. */
export const authErrorText = {
  NotAuthorizedException: wrongCredentials,
  UserNotFoundException: wrongCredentials,
  UserNotConfirmedException:
    'メールアドレスの確認がまだ済んでいません。メールに届いた確認コードを入力してください。',
  CodeMismatchException: 'コードが正しくありません。最後に届いたメールのコードを入力してください。',
  ExpiredCodeException:
    'このコードは使えなくなりました。コードを再送して、新しいコードを入力してください。',
  InvalidPasswordException:
    'このパスワードは推測されやすいため使えません。別のパスワードを入力してください。',
  LimitExceededException:
    '操作の回数が上限に達しました。15分ほどおいてから、もう一度お試しください。',
  TooManyRequestsException:
    'ただいま混み合っています。少し時間をおいてから、もう一度お試しください。',
  TooManyFailedAttemptsException:
    'コードの間違いが続きました。少し時間をおいてから、コードを再送してください。',
  UsernameExistsException:
    'このメールアドレスはすでに登録されています。ログインするか、パスワードを再設定してください。',
  AliasExistsException:
    'このメールアドレスは、ほかのアカウントで使われています。別のメールアドレスを入力するか、そのアカウントでログインしてください。',
  PasswordResetRequiredException:
    'パスワードの再設定が必要です。「パスワードを忘れた方」から再設定してください。',
  EnableSoftwareTokenMFAException:
    'コードが一致しません。認証アプリに表示されている最新のコードを入力してください。',
  UserAlreadyAuthenticatedException: 'すでにログインしています。ページを再読み込みしてください。',
  UserUnAuthenticatedException: 'ログインの有効期限が切れました。もう一度ログインしてください。',
  CodeDeliveryFailureException:
    'メールをお送りできませんでした。メールアドレスをご確認のうえ、もう一度お試しください。',
  InvalidParameterException: '入力内容をご確認ください。',
  EmptyFieldError: '入力されていない項目があります。すべて入力してください。',
  SignInException: 'ログインの手続きの時間が過ぎました。もう一度最初からお試しください。',
  UnknownSignInStep:
    'このアプリでは、このアカウントのログイン方法に対応していません。ジムのスタッフにお問い合わせください。',
} as const;

/** The user pool requires a step that this app has no page for. */
export class UnknownSignInStep extends Error {
  override readonly name = 'UnknownSignInStep';

  constructor(step: string) {
    super(`the user pool asks for ${step}, which this app cannot do`);
  }
}

export type AuthErrorName = keyof typeof authErrorText;

const lockedOut =
  '入力の間違いが続いたため、しばらくログインできません。15分ほどおいてからお試しいただくか、パスワードを再設定してください。';

/**
 * Returns the text for a `NotAuthorizedException`. Cognito uses this name for many errors, which
 * only their messages distinguish.
 */
function readRejection(message: string): string | null {
  if (/attempts exceeded/i.test(message)) return lockedOut;
  if (/invalid session|session is expired/i.test(message)) return authErrorText.SignInException;
  if (/(?:access|refresh) token/i.test(message)) return authErrorText.UserUnAuthenticatedException;
  return null;
}

function isAuthErrorName(name: string): name is AuthErrorName {
  return Object.hasOwn(authErrorText, name);
}

/**
 * Returns the text that a form shows for an error, or `null` when the member cannot correct it.
 * `words` replaces texts that have another meaning on one page.
 */
export function describeAuthError(
  error: unknown,
  words: Partial<Record<AuthErrorName, string>> = {},
): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof PasswordNotConfirmed) return PasswordNotConfirmed.text;
  if (error.name === 'NotAuthorizedException') {
    const rejection = readRejection(error.message);
    if (rejection !== null) return rejection;
  }
  if (error.name === 'CodeDeliveryFailureException' && /too many/i.test(error.message)) {
    return authErrorText.LimitExceededException;
  }
  // The Amplify client has no step for these.
  if (error.name === 'SignInException' && /not addressed|cannot initiate/i.test(error.message)) {
    return authErrorText.UnknownSignInStep;
  }
  if (isAuthErrorName(error.name)) return words[error.name] ?? authErrorText[error.name];
  if (hasErrorName(error, 'NetworkError') || hasErrorName(error, 'ChunkLoadError')) {
    return explainFailure(error);
  }
  return null;
}
