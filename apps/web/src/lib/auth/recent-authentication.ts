import { ApiError, hasErrorName, PasswordNotConfirmed } from '#lib/errors.ts';

/*
 * Sensitive changes need a password that was entered within ten minutes, which the server checks.
 * When it rejects a call, a dialog asks for the password and the call is sent again. The page stays
 * as it is, with everything that was typed.
 */

export interface Question {
  readonly promise: Promise<boolean>;
  readonly finish: (confirmed: boolean) => void;
}

let question: Question | null = null;
const listeners = new Set<() => void>();

function setQuestion(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

export function subscribeToQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getQuestion(): Question | null {
  return question;
}

/** Whether an open dialog asks for the password itself. */
let isTakenOver = false;

/** Lets the caller's own dialog ask for the password, until the returned function is called. */
export function takeOverQuestion(): () => void {
  isTakenOver = true;
  return () => {
    isTakenOver = false;
    question?.finish(false);
  };
}

/** Returns the question, unless an open dialog asks it itself. */
export function getSharedQuestion(): Question | null {
  return isTakenOver ? null : question;
}

/** Asks for the password. Calls that are rejected at the same moment share one question. */
function requestPassword(): Promise<boolean> {
  if (question !== null) return question.promise;
  let resolve = (_confirmed: boolean): void => {};
  const promise = new Promise<boolean>((settled) => {
    resolve = settled;
  });
  const finish = (confirmed: boolean) => {
    setQuestion(null);
    resolve(confirmed);
  };
  setQuestion({ promise, finish });
  return promise;
}

function isRejectedAsOld(error: unknown): boolean {
  if (error instanceof ApiError) {
    return error.problem?.code === 'recent_authentication_required';
  }
  return (
    hasErrorName(error, 'NotAuthorizedException') &&
    /recent authentication/i.test((error as Error).message)
  );
}

export async function withRecentAuthentication<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isRejectedAsOld(error)) throw error;
    if (!(await requestPassword())) throw new PasswordNotConfirmed();
    return await act();
  }
}
