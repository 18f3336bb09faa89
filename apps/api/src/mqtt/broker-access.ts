import { createHash, timingSafeEqual } from 'node:crypto';
import { type ClientIdentity, isAllowed, mayPublish, parseUsername } from './access-rules.ts';

/** Questions of a configured broker, by the names of RabbitMQ's plugin. */
export const brokerQuestions = ['user', 'vhost', 'resource', 'topic'] as const;
export type BrokerQuestion = (typeof brokerQuestions)[number];

/** The fields of a question, by the names of RabbitMQ or of EMQX. */
export type QuestionFields = Readonly<Partial<Record<string, string>>>;

/** Accounts of machines and locks. Each call returns `null` when the secret is wrong. */
export interface DeviceAccounts {
  signInMachine(machineId: number, password: Buffer): Promise<string | null>;
  signInDoor(gymId: number, password: Buffer): Promise<string | null>;
}

interface BrokerAccessParts {
  /** The account of the nodes, from MQTT_URL. */
  readonly server: { readonly username: string; readonly password: string };
  readonly accounts: DeviceAccounts;
}

/** Returns whether the broker shall allow what its client wants. */
export type DecideAccess = (question: BrokerQuestion, fields: QuestionFields) => Promise<boolean>;

/**
 * Sign-ins that are checked at once, and those that wait. All machines of a chain return together
 * after a loss of their broker, and the database must still have connections for members.
 */
const signInsAtOnce = 4;
const maxWaiting = 2000;

/**
 * Creates the answers to a configured broker. They follow from the access rules of the embedded
 * broker. Members' pages have no account there, because they connect to the nodes.
 */
export function createBrokerAccess({ server, accounts }: BrokerAccessParts): DecideAccess {
  const takeTurn = createTurns();

  const identify = (username: string | undefined): DeviceIdentity | null => {
    if (username === undefined) return null;
    if (username === server.username) return { kind: 'server' };
    const claim = parseUsername(username);
    return claim?.kind === 'machine' || claim?.kind === 'door' ? claim : null;
  };

  const signIn = async (client: DeviceIdentity, fields: QuestionFields): Promise<boolean> => {
    const password = fields['password'] ?? '';
    if (client.kind === 'server') return isSame(password, server.password);
    // Another client id would let a machine end the connection of another one.
    if (readClientId(fields) !== fields['username']) return false;
    return await takeTurn(async () => {
      const secret = Buffer.from(password);
      const grant =
        client.kind === 'machine'
          ? await accounts.signInMachine(client.machineId, secret)
          : await accounts.signInDoor(client.gymId, secret);
      return grant !== null;
    });
  };

  return async (question, fields) => {
    const client = identify(fields['username']);
    if (client === null) return false;
    switch (question) {
      case 'user':
        return await signIn(client, fields);
      case 'vhost':
        return true;
      case 'resource':
        return client.kind === 'server' || mayUseResource(fields);
      case 'topic':
        return mayUseTopic(client, fields);
    }
  };
}

type DeviceIdentity = Extract<ClientIdentity, { kind: 'machine' | 'door' | 'server' }>;

function readClientId(fields: QuestionFields): string | undefined {
  return fields['client_id'] ?? fields['clientid'];
}

/** RabbitMQ's name of the exchange through which all MQTT messages go. */
const exchange = 'amq.topic';

/** A client needs the exchange and its own queues, whose names contain its client id. */
function mayUseResource({ username, resource, name, permission }: QuestionFields): boolean {
  if (resource === 'exchange') return name === exchange && permission !== 'configure';
  return (
    resource === 'queue' &&
    /^(.*)qos[01]$/.exec(name ?? '')?.[1] === `mqtt-subscription-${username}`
  );
}

function mayUseTopic(client: ClientIdentity, fields: QuestionFields): boolean {
  const action = actions[fields['permission'] ?? fields['action'] ?? ''];
  // RabbitMQ separates the levels of a topic by dots, and its `*` is the `+` of MQTT.
  const topic = fields['topic'] ?? fields['routing_key']?.replaceAll('.', '/');
  if (action === undefined || topic === undefined) return false;
  if (action === 'subscribe') return isAllowed(client, action, topic);
  // RabbitMQ names neither. Its configuration turns QoS 2 into 1 and stores no retained message.
  const { qos = '1', retain = 'false' } = fields;
  return mayPublish(client, { topic, qos: Number(qos), retain: retain !== 'false' });
}

/** The words of RabbitMQ and of EMQX. */
const actions: Readonly<Partial<Record<string, 'publish' | 'subscribe'>>> = {
  write: 'publish',
  publish: 'publish',
  read: 'subscribe',
  subscribe: 'subscribe',
};

/** Compares texts of any length in a time that does not depend on where they differ. */
export function isSame(given: string, known: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(known));
}

/** Runs a few calls at once and the others in their order. Rejects when too many wait. */
function createTurns() {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(call: () => Promise<T>): Promise<T> => {
    if (running >= signInsAtOnce) {
      if (waiting.length >= maxWaiting) throw new Error('too many sign-ins at once');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await call();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
