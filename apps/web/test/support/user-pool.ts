import { recordTestError, answerPoolWith, lost } from './answers.ts';
import { makeToken, memberSub } from './session.ts';

type Input = Readonly<Record<string, unknown>>;
type Output = Readonly<Record<string, unknown>> | PoolRejection | typeof lost;
type PoolAnswer = Output | ((input: Input) => Output | Promise<Output>);

interface PoolRejection {
  readonly kind: 'pool-refusal';
  readonly name: string;
  readonly message: string;
}

/**
 * Returns a rejection of the user pool. Its name gives the reason, in some cases only its message.
 */
export function rejectByPool(name: string, message = name): PoolRejection {
  return { kind: 'pool-refusal', name, message };
}

interface PoolCall {
  readonly operation: string;
  readonly input: Input;
}

/** Returns the answer that completes a sign-in. */
export function grantTokens(
  email = 'tetsu@tanren.example',
  sub = memberSub,
  times: { readonly iat?: number; readonly exp?: number } = {},
) {
  const shared = { sub, 'cognito:username': sub, ...times };
  return {
    AuthenticationResult: {
      IdToken: makeToken({ ...shared, email }),
      AccessToken: makeToken({ ...shared, username: sub }),
      RefreshToken: 'unused',
      TokenType: 'Bearer',
      ExpiresIn: 3600,
    },
    ChallengeParameters: {},
  };
}

/** Challenge for the proof of the password. These tests do not check the proof. */
const proofChallenge = {
  ChallengeName: 'PASSWORD_VERIFIER',
  ChallengeParameters: {
    SALT: '1f'.repeat(16),
    SRP_B: '2e'.repeat(384),
    SECRET_BLOCK: btoa('a secret'),
    USERNAME: memberSub,
    USER_ID_FOR_SRP: memberSub,
  },
};

function write(output: Output): Response {
  if (output === lost) throw new TypeError('Failed to fetch');
  if (!isRejection(output)) return Response.json(output);
  const { name, message } = output;
  return Response.json({ __type: name, message }, { status: 400 });
}

function isRejection(output: Output): output is PoolRejection {
  return output !== lost && 'kind' in output && output['kind'] === 'pool-refusal';
}

/** Answers the operations of the Amplify client. By default every password is correct. */
export function openUserPool(answers: Readonly<Record<string, PoolAnswer>> = {}) {
  const known = new Map<string, PoolAnswer>([
    ['InitiateAuth', proofChallenge],
    ['RespondToAuthChallenge', () => grantTokens()],
    ...Object.entries(answers),
  ]);
  const calls: PoolCall[] = [];
  answerPoolWith(async (request) => {
    const operation = request.headers.get('x-amz-target')?.split('.')[1] ?? '';
    const input = (await request.json()) as Input;
    calls.push({ operation, input });
    const result = known.get(operation);
    if (result === undefined) {
      recordTestError(`${operation}: the user pool has no answer`);
      return write(rejectByPool('InternalErrorException'));
    }
    return write(typeof result === 'function' ? await result(input) : result);
  });
  return {
    answer: (operation: string, result: PoolAnswer) => {
      known.set(operation, result);
    },
    /** Returns the operations since the test began, oldest first. */
    listOperations: () => calls.map(({ operation }) => operation),
    /** Returns the inputs of each call of an operation. */
    listInputs: (operation: string) =>
      calls.filter((call) => call.operation === operation).map(({ input }) => input),
  };
}
