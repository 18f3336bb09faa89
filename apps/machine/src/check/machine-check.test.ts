import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { machineTopic } from '@tanren/contract/machines/machine-messages';
import { type BrokerLineOptions, openBrokerLine } from '@tanren/simulator/broker/broker-line';
import { createMemoryJournal } from '@tanren/simulator/journal/journal';
import type { Machine, MachineOptions } from '@tanren/simulator/machine-setup';
import { startMachine } from '@tanren/simulator/machine';
import { describe, expect, test, vi } from 'vitest';
import { collectEvidence, type TestedMachine } from './evidence.ts';
import { judgeMachine, rules, type Verdict } from './judge.ts';
import { openKitBroker } from './kit-broker.ts';
import { playServer } from './plan.ts';
import type { WireEntry } from './recording.ts';
import { runSimulator } from './simulator-operator.ts';

// Many rounds of messages, and waits for what a broken machine never sends.
vi.setConfig({ testTimeout: 120_000 });

const secret = Buffer.alloc(32, 7).toString('base64url');
const tested: TestedMachine = {
  id: 12,
  loads: { minLoad: 5, maxLoad: 120, loadStep: 2.5 },
  secret,
};

type Start = (options: MachineOptions) => Machine;

async function runCheck(
  timeoutMs: number,
  start?: Start,
  tls: Parameters<typeof openKitBroker>[0]['tls'] = null,
): Promise<readonly WireEntry[]> {
  const now = () => new Date();
  const network = { host: '127.0.0.1', port: 0, tls };
  const broker = await openKitBroker({ ...network, machineId: tested.id, secret, now });
  const simulator = { broker, machineId: tested.id, secret, loads: tested.loads };
  const operator = await runSimulator({ ...simulator, ...(start !== undefined && { start }) });
  try {
    await playServer({ broker, operator, machine: tested, timeoutMs, onStep: () => {} });
  } finally {
    await operator.close();
    await broker.close();
  }
  return broker.entries;
}

const listNames = (verdicts: readonly Verdict[], result: Verdict['result']) =>
  verdicts.filter((verdict) => verdict.result === result).map(({ rule }) => rule.name);

test('a machine of version 1 keeps every rule that is about it', async () => {
  const start: Start = (options) => startMachine({ ...options, equipment: null });
  const verdicts = judgeMachine(collectEvidence(await runCheck(20_000, start), tested));
  expect(listNames(verdicts, 'broken')).toEqual([]);
  expect(listNames(verdicts, 'not judged')).toEqual(['description', 'use', 'roll-out']);
});

test('a machine that trusts the certificate of the kit keeps every rule with TLS', async () => {
  const readTlsFile = (name: string) =>
    readFileSync(path.join(import.meta.dirname, '../../../api/test/support/tls', name));
  const tls = { cert: readTlsFile('certificate.pem'), key: readTlsFile('key.pem') };
  const verdicts = judgeMachine(collectEvidence(await runCheck(20_000, startMachine, tls), tested));
  expect(listNames(verdicts, 'kept')).toEqual(rules.map(({ name }) => name));
});

test('the simulator keeps every rule, also in a recording without the steps', async () => {
  const entries = await runCheck(20_000);
  const verdicts = judgeMachine(collectEvidence(entries, tested));
  expect(verdicts.flatMap(({ rule, seen }) => (seen === null ? [] : [rule.name, seen]))).toEqual(
    [],
  );
  expect(listNames(verdicts, 'kept')).toEqual(rules.map(({ name }) => name));

  const messages = entries.filter(({ kind }) => kind === 'message');
  const replayed = judgeMachine(collectEvidence(messages, { ...tested, secret: null }));
  expect(listNames(replayed, 'broken')).toEqual([]);
  expect(listNames(replayed, 'not judged')).toEqual([
    'sign-in',
    'last-will',
    'asks-for-link',
    'unknown-messages',
    'heavy-load',
    'unlinked-bout',
    'use',
    'hold',
    'reconnect',
    'power-cut',
  ]);
});

/* Broken machines. Each is the simulator with one change. */

type Publish = (topic: string, message: Fields, qos: 0 | 1) => void;
type Fields = Readonly<Record<string, unknown>>;

interface Tampering {
  /** Replaces options of the connection. */
  readonly line?: (options: BrokerLineOptions) => Partial<BrokerLineOptions>;
  /** Publishes instead of the machine. */
  readonly publish?: (...message: [...Parameters<Publish>, send: Publish]) => void;
}

/** Changes what passes between the machine and its connection. */
function tamper(make: (machine: () => Machine, options: MachineOptions) => Tampering): Start {
  return (options) => {
    const { line, publish } = make(() => machine, options);
    const machine = startMachine({
      ...options,
      openLine: (usual) => {
        const opened = openBrokerLine({ ...usual, ...line?.(usual) });
        const send = opened.publish as Publish;
        if (publish === undefined) return opened;
        const change: Publish = (topic, message, qos) => publish(topic, message, qos, send);
        return { ...opened, publish: change as typeof opened.publish };
      },
    });
    return machine;
  };
}

const changeOptions = (change: (options: MachineOptions) => Partial<MachineOptions>): Start => {
  return (options) => startMachine({ ...options, ...change(options) });
};
const changeTiming = (timing: Partial<MachineOptions['timing']>) =>
  changeOptions((options) => ({ timing: { ...options.timing, ...timing } }));
/** Changes the messages of one channel. */
const changeMessages = (channel: string, change: (message: Fields) => object) =>
  tamper(() => ({
    publish: (topic, message, qos, send) =>
      send(
        topic,
        topic.endsWith(`/${channel}`) ? { ...message, ...change(message) } : message,
        qos,
      ),
  }));
/** Changes or drops (`null`) what the server sends. */
const changeCommands = (change: (message: Fields, machine: Machine) => Fields | null) =>
  tamper((machine) => ({
    line: ({ onMessage }) => ({
      onMessage: (topic, payload) => {
        const changed = change(readJson(payload), machine());
        if (changed !== null) onMessage(topic, Buffer.from(JSON.stringify(changed)));
      },
    }),
  }));
const changeReps = (change: (rep: Fields) => object) =>
  changeMessages('workouts', ({ sets }) => ({
    sets: (sets as { reps: Fields[] }[]).map((set) => ({
      ...set,
      reps: set.reps.map((rep) => ({ ...rep, ...change(rep) })),
    })),
  }));
/** Changes the first workout that is sent a second time. */
const changeResent = (change: (workout: Fields) => object) =>
  tamper(() => {
    const sent = new Set<unknown>();
    return {
      publish: (topic, message, qos, send) => {
        const id = topic.endsWith('/workouts') ? message['workoutUuid'] : undefined;
        const isResent = id !== undefined && sent.has(id) && !sent.has('changed');
        if (id !== undefined) sent.add(id);
        if (isResent) sent.add('changed');
        send(topic, isResent ? { ...message, ...change(message) } : message, qos);
      },
    };
  });
const readJson = (payload: Buffer): Fields => {
  try {
    return JSON.parse(payload.toString()) as Fields;
  } catch {
    return { type: 'not JSON' };
  }
};

test('a machine of version 2, which knows neither use nor holds, keeps every other rule', async () => {
  const start = tamper(() => ({
    line: ({ onMessage }) => ({
      onMessage: (topic, payload) => {
        const isNewer = ['held', 'released'].includes(String(readJson(payload)['type']));
        onMessage(topic, isNewer ? Buffer.from('{"type":"unknown to version 2"}') : payload);
      },
    }),
    publish: (topic, message, qos, send) => {
      const isDescription = topic.endsWith('/description');
      if (!topic.endsWith('/use'))
        send(topic, isDescription ? { ...message, protocol: 2 } : message, qos);
    },
  }));
  const verdicts = judgeMachine(collectEvidence(await runCheck(20_000, start), tested));
  expect(listNames(verdicts, 'broken')).toEqual([]);
  expect(listNames(verdicts, 'not judged')).toEqual(['use']);
});

const mutants: readonly (readonly [rule: string, mistake: string, start: Start])[] = [
  ['sign-in', 'turns the keep-alive off', changeTiming({ keepAliveSeconds: 0 })],
  [
    'sign-in',
    'subscribes to the topics of another machine',
    tamper(() => ({
      line: ({ subscriptions }) => ({
        subscriptions: [...subscriptions, 'tanren/machines/13/acks'],
      }),
    })),
  ],
  [
    'last-will',
    'leaves a will with an old session',
    tamper(() => ({
      line: ({ describeWill }) => ({
        describeWill: () => {
          const will = describeWill?.() ?? { topic: '', message: {} };
          return { ...will, message: { ...will.message, session: 1 } };
        },
      }),
    })),
  ],
  [
    'session',
    'takes the session from a clock that may be set back',
    tamper((_machine, { now }) => {
      let session = 0;
      return {
        line: ({ describeWill }) => ({
          describeWill: () => {
            session = now().getTime();
            const will = describeWill?.() ?? { topic: '', message: {} };
            return { ...will, message: { ...will.message, session } };
          },
        }),
        publish: (topic, message, qos, send) =>
          send(topic, topic.endsWith('/status') ? { ...message, session } : message, qos),
      };
    }),
  ],
  ['asks-for-link', 'publishes its status once', changeTiming({ requestMs: 1_000_000 })],
  [
    'publishing',
    'publishes workouts with QoS 0',
    tamper(() => ({
      publish: (topic, message, qos, send) =>
        send(topic, message, topic.endsWith('/workouts') ? 0 : qos),
    })),
  ],
  [
    'publishing',
    'publishes to another machine',
    tamper(() => ({
      publish: (topic, message, qos, send) => {
        send(topic, message, qos);
        if (topic.endsWith('/live')) send(topic.replace('/12/', '/13/'), message, qos);
      },
    })),
  ],
  [
    'unknown-messages',
    'misses the link that comes after a message without JSON',
    (() => {
      let isLost = false;
      return changeCommands((message) => {
        const isMissed = isLost && message['type'] === 'linked';
        isLost = message['type'] === 'not JSON' || (isLost && !isMissed);
        return isMissed ? null : message;
      });
    })(),
  ],
  ['message-shape', 'measures reps in fractions', changeReps(() => ({ ms: 200.5 }))],
  [
    'old-server',
    'sends a field of a later version to every server',
    changeMessages('workouts', () => ({ weather: 'rain' })),
  ],
  [
    'old-server',
    'assumes the version of the last connection',
    tamper((_machine, { identity }) => {
      let welcome: Buffer | null = null;
      return {
        line: ({ onMessage, onConnected }) => ({
          onMessage: (topic, payload) => {
            if (readJson(payload)['type'] === 'welcome') welcome = payload;
            onMessage(topic, payload);
          },
          onConnected: () => {
            onConnected();
            const topic = machineTopic(identity.id, 'commands');
            if (welcome !== null) onMessage(topic, welcome);
          },
        }),
      };
    }),
  ],
  [
    'roll-out',
    'gives a workout up when its measures are rejected',
    changeCommands((message) =>
      message['reason'] === 'invalid_shape' ? { ...message, reason: 'too_old' } : message,
    ),
  ],
  [
    'description',
    'describes other loads than the registered ones',
    changeMessages('description', () => ({ loads: { minKg: 5, maxKg: 300, stepKg: 2.5 } })),
  ],
  [
    'description',
    'forgets a measure in its description',
    changeMessages('description', () => ({ measures: ['seat'] })),
  ],
  ['live', 'does not count its live messages', changeMessages('live', () => ({ seq: 7 }))],
  [
    'clock',
    'has a clock that is an hour ahead',
    changeOptions(({ now }) => ({ now: () => new Date(now().getTime() + 3_600_000) })),
  ],
  [
    'load-range',
    'sets any load that the server asks for',
    (() => {
      let nextLoadKg = 0;
      return tamper(() => ({
        line: ({ onMessage }) => ({
          onMessage: (topic, payload) => {
            nextLoadKg = Number(readJson(payload)['nextLoadKg'] ?? nextLoadKg);
            onMessage(topic, payload);
          },
        }),
        publish: (topic, message, qos, send) => {
          const isTooHeavy = topic.endsWith('/live') && nextLoadKg > tested.loads.maxLoad;
          send(topic, isTooHeavy ? { ...message, loadKg: nextLoadKg } : message, qos);
        },
      }));
    })(),
  ],
  ['load-range', 'reports measured loads', changeReps(() => ({ loadKg: 10.3 }))],
  [
    'heavy-load',
    'sets a heavy load without a question',
    (options) => {
      const machine = startMachine({
        ...options,
        onEvent: ({ event }) => {
          if (event === 'confirm-load') machine.confirmLoad();
        },
      });
      return machine;
    },
  ],
  ['plausible', 'reports reps that nobody can lift', changeReps(() => ({ ms: 100 }))],
  [
    'unlinked-bout',
    'makes claim tokens without its key',
    changeMessages('unlinked-workouts', () => ({ claimToken: 'AAAABBBBCCCC' })),
  ],
  [
    'use',
    'keeps silent about a bout without a link',
    tamper(() => ({
      publish: (topic, message, qos, send) => {
        if (!topic.endsWith('/use')) send(topic, message, qos);
      },
    })),
  ],
  ['use', 'does not say the end of a bout', changeMessages('use', () => ({ inUse: true }))],
  [
    'use',
    'says that it is used when a member is linked',
    tamper(() => {
      let isWelcomed = false;
      return {
        line: ({ onMessage, onConnected }) => ({
          onMessage: (topic, payload) => {
            isWelcomed ||= readJson(payload)['type'] === 'welcome';
            onMessage(topic, payload);
          },
          onConnected: () => {
            isWelcomed = false;
            onConnected();
          },
        }),
        publish: (topic, message, qos, send) => {
          send(topic, message, qos);
          const use = { inUse: message['lifting'], at: message['at'] };
          const isLive = topic.endsWith('/live');
          if (isLive && isWelcomed) send(topic.replace(/live$/, 'use'), use, qos);
        },
      };
    }),
  ],
  [
    'hold',
    'counts no reps while it is held',
    (() => {
      let isHeld = false;
      const start = changeCommands((message) => {
        isHeld = message['type'] === 'held' || (isHeld && message['type'] === 'welcome');
        return message;
      });
      return (options) => {
        const machine = start(options);
        return {
          ...machine,
          completeRep: (ms: number) => {
            if (!isHeld) machine.completeRep(ms);
          },
        };
      };
    })(),
  ],
  ['lost-ack', 'sends a workout only once', changeTiming({ resendMs: 1_000_000 })],
  [
    'lost-ack',
    'gives a workout another UUID when it sends it again',
    changeResent(() => ({ workoutUuid: randomUUID() })),
  ],
  [
    'lost-ack',
    'gives a workout another time when it sends it again',
    changeResent(({ endedAt }) => ({ endedAt: String(endedAt).replace('Z', '+00:00') })),
  ],
  [
    'duplicate-delivery',
    'goes on sending a duplicate',
    changeCommands((message) => (message['result'] === 'duplicate' ? null : message)),
  ],
  [
    'duplicate-delivery',
    'begins a new bout when a command comes twice',
    changeCommands((message, machine) => {
      const isTwice = message['connectionId'] === machine.link()?.connectionId;
      if (message['type'] === 'linked' && isTwice) machine.finishWorkout();
      return message;
    }),
  ],
  [
    'rejection',
    'goes on sending what was rejected',
    changeCommands((message) => (message['reason'] === 'in_future' ? null : message)),
  ],
  [
    'unlink',
    'ignores the end of a link',
    changeCommands((message) => (message['type'] === 'unlinked' ? null : message)),
  ],
  [
    'unlink',
    'obeys the end of another link',
    changeCommands((message) =>
      message['type'] === 'unlinked' ? { ...message, connectionId: null } : message,
    ),
  ],
  [
    'unlink',
    'throws the bout away at the end of the link',
    (() => {
      const ended = new Set<unknown>();
      return tamper((machine) => ({
        line: ({ onMessage }) => ({
          onMessage: (topic, payload) => {
            const { type, connectionId } = readJson(payload);
            const isOwn = connectionId === machine().link()?.connectionId;
            if (type === 'unlinked' && isOwn) ended.add(connectionId);
            onMessage(topic, payload);
          },
        }),
        publish: (topic, message, qos, send) => {
          const isThrownAway = topic.endsWith('/workouts') && ended.has(message['connectionId']);
          if (!isThrownAway) send(topic, message, qos);
        },
      }));
    })(),
  ],
  [
    'unlink',
    'counts later reps for the member before',
    (() => {
      let last: unknown;
      return tamper((machine) => ({
        publish: (topic, { claimToken, ...message }, qos, send) => {
          last = machine().link()?.connectionId ?? last;
          if (claimToken === undefined) return send(topic, message, qos);
          if (last === undefined) return send(topic, { claimToken, ...message }, qos);
          send(topic.replace('unlinked-', ''), { ...message, connectionId: last }, qos);
        },
      }));
    })(),
  ],
  [
    'reconnect',
    'ends the bout when the connection breaks',
    tamper((machine) => ({
      line: ({ onDisconnected }) => ({
        onDisconnected: (reason) => {
          machine().finishWorkout();
          onDisconnected(reason);
        },
      }),
    })),
  ],
  [
    'reconnect',
    'counts no reps without a connection',
    (options) => {
      const machine = startMachine(options);
      const completeRep = (ms: number) => {
        if (machine.isConnected()) machine.completeRep(ms);
      };
      return { ...machine, completeRep };
    },
  ],
  [
    'power-cut',
    'keeps workouts in memory',
    changeOptions(({ journal: { session, saveSession, link, saveLink, removeLink } }) => ({
      journal: { ...createMemoryJournal(), session, saveSession, link, saveLink, removeLink },
    })),
  ],
  [
    'power-cut',
    'keeps the reps of the bout in memory',
    changeOptions(({ journal }) => ({
      journal: { ...journal, beginBout: () => {}, addRep: () => {} },
    })),
  ],
  [
    'power-cut',
    'keeps finished workouts in memory',
    changeOptions(({ journal }) => ({ journal: { ...journal, finishBout: () => {} } })),
  ],
  [
    'power-cut',
    'gives a workout another UUID after a power cut',
    changeOptions(({ journal }) => ({
      journal: {
        ...journal,
        pending: journal.pending.map((workout) => ({ ...workout, workoutUuid: randomUUID() })),
      },
    })),
  ],
];

test('docs/machines/machine-check.md lists every rule', () => {
  const file = path.resolve(import.meta.dirname, '../../../../docs/machines/machine-check.md');
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const documented = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  for (const { name, expected } of rules) {
    expect(documented).toContainEqual(['', `\`${name}\``, expected, '']);
  }
});

describe('a broken machine', () => {
  test.concurrent.each(mutants)('breaks only the rule %s if it %s', async (rule, _, start) => {
    const verdicts = judgeMachine(collectEvidence(await runCheck(3000, start), tested));
    const broken = verdicts.filter(({ seen }) => seen !== null);
    expect(broken.map((verdict) => `${verdict.rule.name}: ${verdict.seen}`)).toEqual([
      expect.stringContaining(`${rule}: `),
    ]);
  });

  test('there is one for every rule', () => {
    const named = new Set(mutants.map(([rule]) => rule));
    expect(rules.filter(({ name }) => !named.has(name))).toEqual([]);
  });
});
