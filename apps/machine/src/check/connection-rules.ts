import { machineTopic, machineUplinks } from '@tanren/contract/machines/machine-messages';
import { type Evidence, isObject } from './evidence.ts';
import { parseJson, type WireEntry } from './recording.ts';
import { findFirst, listLinks, listWithin, type Rule } from './rule.ts';

type Connected = Extract<WireEntry, { kind: 'connected' }>;

/** Maximum keep-alive in seconds that the server accepts. */
const maxKeepAlive = 300;

export const connectionRules: readonly Rule[] = [
  {
    name: 'sign-in',
    expected:
      'The client id and the user name are the number of the machine, the password is its secret, and the keep-alive is 1 to 300 s. It subscribes to its acks and commands with QoS 1, and to nothing else.',
    advice: 'Change the CONNECT and SUBSCRIBE packets.',
    judge: ({ entries, machine }) => {
      const connections = listConnections(entries);
      if (connections.length === 0) return undefined;
      const id = String(machine.id);
      const wanted = [machineTopic(machine.id, 'acks'), machineTopic(machine.id, 'commands')];
      return findFirst(connections, ({ connected, rest }) => {
        const { clientId, username, keepAlive } = connected;
        if (clientId !== id) return `the client id is "${clientId}"`;
        if (username !== id) return `the user name is "${username}"`;
        if (keepAlive < 1 || keepAlive > maxKeepAlive) return `the keep-alive is ${keepAlive} s`;
        const topics = rest.flatMap((entry) => (entry.kind === 'subscribed' ? entry.topics : []));
        const other = topics.find(({ topic }) => !wanted.includes(topic));
        if (other !== undefined) return `it subscribes to ${other.topic}`;
        const missing = wanted.find(
          (topic) => !topics.some((one) => one.topic === topic && one.qos === 1),
        );
        return missing === undefined ? null : `it does not subscribe to ${missing} with QoS 1`;
      });
    },
  },
  {
    name: 'last-will',
    expected:
      'Every connection leaves a last will on the status topic with QoS 1, not retained: the state `offline`, with the session of the connection.',
    advice:
      'Set the will before each connect. Without it the server thinks that the machine is online, and with an old session it ignores the will.',
    judge: ({ entries, machine }) => {
      const connections = listConnections(entries);
      if (connections.length === 0) return undefined;
      const wanted = machineTopic(machine.id, 'status');
      return findFirst(connections, ({ connected: { will }, rest }) => {
        if (will === null) return 'a connection has no last will';
        const { topic, qos, retain, payload } = will;
        if (topic !== wanted || qos !== 1 || retain) {
          return `the last will is for ${topic} with QoS ${qos}${retain ? ', retained' : ''}`;
        }
        const left = parseJson(payload);
        if (!isObject(left) || left['state'] !== 'offline') return `the last will is ${payload}`;
        const sent = rest
          .flatMap((entry) => (entry.kind === 'message' ? [parseJson(entry.payload)] : []))
          .find((value) => isObject(value) && value['state'] === 'online');
        if (!isObject(sent) || sent['session'] === left['session']) return null;
        return `the last will has the session ${String(left['session'])}, and the status has ${String(sent['session'])}`;
      });
    },
  },
  {
    name: 'session',
    expected:
      'Every status has a session. It stays the same during a connection and is larger in each later one, also when the clock was set back.',
    advice:
      'Use the time in milliseconds or a counter, store the last one, and take at least the last one plus 1.',
    judge: ({ statuses, entries }) => {
      const online = statuses.filter(({ message }) => message.state === 'online');
      if (online.length === 0) return undefined;
      const connections = entries.flatMap(({ kind }, line) => (kind === 'connected' ? [line] : []));
      const connectionOf = (line: number) => connections.findLast((start) => start < line);
      return findFirst(online, ({ line, message: { session } }, index) => {
        if (session === undefined) return 'a status has no session';
        const before = online[index - 1];
        if (before === undefined) return null;
        const last = before.message.session ?? 0;
        const isSame = connectionOf(before.line) === connectionOf(line);
        if (connections.length > 0 && !isSame && session <= last) {
          return `a later connection has the session ${session}, the one before had ${last}`;
        }
        if (session < last || (connections.length > 0 && isSame && session !== last)) {
          return `the session changes from ${last} to ${session} within a connection`;
        }
        return null;
      });
    },
  },
  {
    name: 'asks-for-link',
    expected:
      'After it has connected, the machine publishes `online` again every few seconds until the server has sent a command other than `welcome`.',
    advice: 'Repeat the status: the first one is lost when the server restarts at that moment.',
    judge: (evidence) => {
      const step = evidence.findStep('start');
      if (step === null) return undefined;
      // `welcome` does not end the repetition, but here it comes after it.
      const answer = evidence.commands[0]?.line ?? step.to;
      const asked = listWithin(evidence.statuses, { from: step.from, to: answer });
      const count = asked.filter(({ message }) => message.state === 'online').length;
      return count >= 2 ? null : `it published \`online\` ${count} time(s) without an answer`;
    },
  },
  {
    name: 'publishing',
    expected: `A machine publishes on its own topics only, never retained: ${machineUplinks.join(', ')}. \`live\`, \`rep-measures\` and \`use\` have QoS 0 or 1, the others have QoS 1.`,
    advice: 'Change the topic or the flags. The broker ends the connection of such a machine.',
    judge: ({ published }) => {
      if (published.length === 0) return undefined;
      return findFirst(published, ({ channel, message: { topic, qos, retain } }) => {
        if (retain) return `a retained message on ${topic}`;
        if (!machineUplinks.some((name) => name === channel)) return `a message on ${topic}`;
        const mayBeLost = ['live', 'rep-measures', 'use'].includes(channel ?? '');
        const isRight = mayBeLost ? qos < 2 : qos === 1;
        return isRight ? null : `a message on ${topic} with QoS ${qos}`;
      });
    },
  },
  {
    name: 'unknown-messages',
    expected:
      'A machine ignores commands and acks that it does not understand, and acks of workouts that it does not have. It obeys the next command.',
    advice: 'Catch errors when reading a message. Later releases send commands that are new.',
    judge: (evidence) => {
      const step = evidence.findStep('unknown-messages');
      if (step === null) return undefined;
      const { entries, lives } = evidence;
      if (entries.slice(step.from, step.to).some(({ kind }) => kind === 'disconnected')) {
        return 'the connection ended';
      }
      const id = listLinks(evidence, 'unknown-messages')?.at(-1);
      const isObeyed = lives.some(({ message }) => message.connectionId === id);
      return isObeyed ? null : 'it did not obey a link that came after unknown messages';
    },
  },
];

interface Connection {
  readonly connected: Connected;
  /** Entries up to the next connection. */
  readonly rest: Evidence['entries'];
}

function listConnections(entries: readonly WireEntry[]): Connection[] {
  return entries.flatMap((connected, line) => {
    if (connected.kind !== 'connected') return [];
    const after = entries.slice(line + 1);
    const next = after.findIndex(({ kind }) => kind === 'connected');
    return [{ connected, rest: next === -1 ? after : after.slice(0, next) }];
  });
}
