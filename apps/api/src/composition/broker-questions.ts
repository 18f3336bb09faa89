import type { Config } from '#config/config.ts';
import { StartupError } from '#config/startup-error.ts';
import type { Database } from '#db/database.ts';
import type { Metrics } from '#metrics/metrics.ts';
import { signInDoor } from '#modules/booking/door/door-accounts.ts';
import { signInMachine } from '#modules/machines/machines.service.ts';
import { parseUsername } from '#mqtt/access-rules.ts';
import { createBrokerAccess } from '#mqtt/broker-access.ts';
import { type AnswerBroker, createBrokerQuestions } from '#mqtt/broker-questions.ts';

interface BrokerQuestionParts {
  readonly config: Pick<Config, 'mqttUrl' | 'mqttAccessKey'>;
  readonly db: Database;
  readonly metrics: Pick<Metrics, 'brokerAsked'> | null;
}

/** Opens the answers to a broker that asks this program. `null` when no broker has the key. */
export function openBrokerQuestions({
  config: { mqttUrl, mqttAccessKey },
  db,
  metrics,
}: BrokerQuestionParts): AnswerBroker | null {
  if (mqttAccessKey === null || mqttUrl === null) return null;
  const url = new URL(mqttUrl);
  const server = {
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
  if (server.username === '' || server.password === '' || parseUsername(server.username) !== null) {
    throw new StartupError(
      'with MQTT_ACCESS_KEY, MQTT_URL must contain a user name and a password, and the name must not be one of a machine or lock',
    );
  }
  return createBrokerQuestions({
    key: mqttAccessKey.toString('base64url'),
    decide: createBrokerAccess({
      server,
      accounts: {
        signInMachine: (machineId, password) => signInMachine(db, machineId, password),
        signInDoor: (gymId, password) => signInDoor(db, gymId, password),
      },
    }),
    count: (question, answer) => metrics?.brokerAsked(question, answer),
  });
}
