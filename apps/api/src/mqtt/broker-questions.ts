import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type BrokerQuestion,
  brokerQuestions,
  type DecideAccess,
  isSame,
  type QuestionFields,
} from './broker-access.ts';

type Answer = 'allow' | 'deny' | 'failed';

interface BrokerQuestionParts {
  /** The key in the path, which only the brokers know. */
  readonly key: string;
  readonly decide: DecideAccess;
  /** Counts questions by answer, and calls that are no question. */
  readonly count: (question: BrokerQuestion | 'unreadable', answer: Answer) => void;
}

/** Answers a request, or returns false for the path of another service. */
export type AnswerBroker = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

const path = /^\/broker\/([\w-]{1,100})\/([a-z]{1,20})$/;
/** The longest question has a password, a client id and a topic of a few hundred bytes. */
const maxBytes = 4096;

/**
 * Creates the service that a configured broker asks about its clients, at
 * `POST /broker/<key>/<question>`. RabbitMQ sends forms and reads `allow` or `deny`, EMQX sends and
 * reads JSON. Nothing of a question is logged, because it may contain a secret.
 */
export function createBrokerQuestions({ key, decide, count }: BrokerQuestionParts): AnswerBroker {
  return async (request, response) => {
    if (request.url?.startsWith('/broker/') !== true) return false;
    const [, givenKey = '', name] = path.exec(request.url) ?? [];
    const question = brokerQuestions.find((one) => one === name);
    const reject = (status: number, reason: string) => {
      count('unreadable', 'deny');
      // The body is not read, so the connection cannot be used again.
      response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
      response.end(`${reason}\n`, () => request.destroy());
      return true;
    };
    if (!isSame(givenKey, key)) return reject(403, 'wrong key');
    if (question === undefined) return reject(404, 'unknown question');
    if (request.method !== 'POST') return reject(405, 'only POST');
    const body = await readBody(request);
    if (body === null) return reject(413, 'too long');
    const fields = readFields(body, request.headers['content-type'] ?? '');
    if (fields === null) return reject(400, 'unreadable');
    const answer: Answer = await decide(question, fields).then(
      (allowed) => (allowed ? 'allow' : 'deny'),
      () => 'failed',
    );
    count(question, answer);
    send(request, response, answer === 'allow' ? 'allow' : 'deny');
    return true;
  };
}

/** Returns `null` when the body is too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function readFields(body: string, contentType: string): QuestionFields | null {
  if (!contentType.startsWith('application/json')) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return null;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, String(field)]));
  } catch {
    return null;
  }
}

function send(
  { headers }: IncomingMessage,
  response: ServerResponse,
  result: 'allow' | 'deny',
): void {
  const isJson = headers.accept?.includes('application/json') === true;
  const [type, text] = isJson
    ? ['application/json', JSON.stringify({ result })]
    : ['text/plain', result];
  response.writeHead(200, { 'content-type': type }).end(text);
}
