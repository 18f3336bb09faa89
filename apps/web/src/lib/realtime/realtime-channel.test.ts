import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRealtimeChannel } from './realtime-channel.ts';
import { type ConnectionEvents, type OpenConnection, realtime } from './realtime-connection.ts';

const seconds = 1000;
const credentials = {
  url: 'ws://localhost/mqtt',
  clientId: 'member-1',
  username: 'member:1',
  password: 'once',
  topics: ['tanren/members/1/live'],
  expiresAt: '2026-01-01T00:00:00.000Z',
};
const never = () => new Promise<never>(() => {});

/** Creates a broker whose answers the test decides. */
function setUp() {
  const world = {
    issued: 0,
    opened: 0,
    subscribed: 0,
    closed: 0,
    open: true,
    received: [] as string[],
    issue: () => Promise.resolve(credentials),
    accept: () => Promise.resolve(),
    acknowledge: () => Promise.resolve(),
    events: null as ConnectionEvents | null,
    signal: null as AbortSignal | null,
  };
  const open: OpenConnection = async (_credentials, events, signal) => {
    world.opened += 1;
    world.events = events;
    world.signal = signal;
    await world.accept();
    return {
      isOpen: () => world.open,
      subscribe: () => {
        world.subscribed += 1;
        return world.acknowledge();
      },
      close: () => {
        world.closed += 1;
      },
    };
  };
  const channel = createRealtimeChannel({
    issueCredentials: () => {
      world.issued += 1;
      return world.issue();
    },
    open,
    receive: (text) => world.received.push(text),
    isFinal: (error) => error instanceof RangeError,
    onChange: () => {},
    random: () => 0.5,
  });
  return { world, channel, phase: () => channel.getState().phase };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function setUpConnected() {
  const parts = setUp();
  parts.channel.start();
  await pass(0);
  expect(parts.phase()).toBe('connected');
  return parts;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the constants of the specification', () => {
  it('have their values', () => {
    expect(realtime).toEqual({
      connectTimeout: 15 * seconds,
      subscribeTimeout: 15 * seconds,
      keepAlive: 300 * seconds,
      checkInterval: 5 * seconds,
      staleAfter: 65 * seconds,
      firstReconnect: 5 * seconds,
      reconnectInterval: 60 * seconds,
      bufferSize: 5000,
    });
  });
});

describe('connecting', () => {
  it('lasts until the subscription is acknowledged', async () => {
    const { world, channel, phase } = setUp();
    let acknowledge = () => {};
    world.acknowledge = () =>
      new Promise((resolve) => {
        acknowledge = resolve;
      });
    channel.start();
    await pass(0);
    expect([phase(), world.issued, world.opened, world.subscribed]).toEqual([
      'connecting',
      1,
      1,
      1,
    ]);
    acknowledge();
    await pass(0);
    expect(phase()).toBe('connected');
  });

  // spec 9.37, 9.38
  it.each(['issue', 'accept', 'acknowledge'] as const)(
    'gives up after 15 s without an answer to %s',
    async (step) => {
      const { world, channel, phase } = setUp();
      world[step] = never;
      channel.start();
      await pass(15 * seconds - 1);
      expect(phase()).toBe('connecting');
      await pass(1);
      expect(phase()).toBe('reconnecting');
      expect(world.closed).toBe(step === 'acknowledge' ? 1 : 0);
      expect(world.signal?.aborted ?? true).toBe(step !== 'acknowledge');
    },
  );

  it('starts once', async () => {
    const { world, channel } = await setUpConnected();
    channel.start();
    await pass(0);
    expect(world.opened).toBe(1);
  });

  it('ends permanently when the server answers that retrying is useless', async () => {
    const { world, channel, phase } = setUp();
    world.issue = () => Promise.reject(new RangeError('not linked'));
    channel.start();
    await pass(600 * seconds);
    expect([phase(), world.issued]).toEqual(['ended', 1]);
  });
});

describe('reconnecting', () => {
  // spec 9.42, 9.43
  it('tries after 5 s and then every 60 s, each time with new credentials', async () => {
    const { world, phase } = await setUpConnected();
    world.accept = () => Promise.reject(new Error('refused'));
    world.events?.onClose(false);
    expect([phase(), world.issued, world.closed]).toEqual(['reconnecting', 1, 1]);
    await pass(5 * seconds - 1);
    expect(world.issued).toBe(1);
    await pass(1);
    expect([world.issued, world.opened]).toEqual([2, 2]);
    await pass(60 * seconds - 1);
    expect(world.issued).toBe(2);
    await pass(1);
    expect(world.issued).toBe(3);
    await pass(60 * seconds);
    expect([phase(), world.issued]).toEqual(['reconnecting', 4]);
    world.accept = () => Promise.resolve();
    await pass(60 * seconds);
    expect(phase()).toBe('connected');
    // The first retry after a successful connection comes after 5 s again.
    world.events?.onClose(false);
    await pass(5 * seconds);
    expect([phase(), world.issued]).toEqual(['connected', 6]);
  });

  it('connects to another server after a random delay within 3 s when its own announces its stop', async () => {
    const { world, phase } = await setUpConnected();
    world.events?.onClose(true);
    await pass(1500 - 1);
    expect([phase(), world.issued]).toEqual(['reconnecting', 1]);
    await pass(1);
    expect([phase(), world.issued]).toEqual(['connected', 2]);
    // If there is no other server, that attempt is made in addition to the usual ones.
    world.accept = () => Promise.reject(new Error('refused'));
    world.events?.onClose(true);
    await pass(1.5 * seconds);
    expect(world.issued).toBe(3);
    await pass(5 * seconds - 1);
    expect(world.issued).toBe(3);
    await pass(1);
    expect(world.issued).toBe(4);
    world.accept = () => Promise.resolve();
    await pass(60 * seconds - 1);
    expect(phase()).toBe('reconnecting');
    await pass(1);
    expect(phase()).toBe('connected');
  });

  // spec 9.43
  it('counts the 60 s from the start of the last attempt, however long it took', async () => {
    const { world, phase } = await setUpConnected();
    world.acknowledge = never;
    world.events?.onClose(false);
    await pass(5 * seconds);
    // The attempt hangs for 15 s. The next one is due 60 s after its start.
    await pass(15 * seconds);
    expect([phase(), world.opened]).toEqual(['reconnecting', 2]);
    await pass(45 * seconds - 1);
    expect(world.opened).toBe(2);
    await pass(1);
    expect(world.opened).toBe(3);
  });

  it('uses the same intervals when the server is away', async () => {
    const { world } = await setUpConnected();
    world.issue = () => Promise.reject(new Error('away'));
    world.events?.onClose(false);
    await pass(5 * seconds);
    expect(world.issued).toBe(2);
    await pass(60 * seconds - 1);
    expect(world.issued).toBe(2);
    await pass(1);
    expect(world.issued).toBe(3);
  });

  it('ignores messages of an abandoned connection', async () => {
    const { world, channel } = await setUpConnected();
    const old = world.events;
    channel.reconnect();
    await pass(0);
    old?.onMessage('late');
    old?.onClose(false);
    expect([world.received, channel.getState().phase]).toEqual([[], 'connected']);
    world.events?.onMessage('new');
    expect(world.received).toEqual(['new']);
  });

  // spec 9.40
  it('notices within 5 s that the socket is gone', async () => {
    const { world, phase } = await setUpConnected();
    world.open = false;
    await pass(5 * seconds - 1);
    expect(phase()).toBe('connected');
    await pass(1);
    expect(phase()).toBe('reconnecting');
  });

  it('stops completely', async () => {
    const { world, channel, phase } = await setUpConnected();
    channel.stop();
    world.events?.onClose(false);
    await pass(600 * seconds);
    expect([phase(), world.closed, world.issued]).toEqual(['ended', 1, 1]);
    channel.reconnect();
    channel.wake();
    await pass(0);
    expect(world.issued).toBe(1);
  });

  it('stops while it waits for credentials', async () => {
    const { world, channel, phase } = setUp();
    let answer = (_: typeof credentials) => {};
    world.issue = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    channel.start();
    await pass(0);
    channel.stop();
    answer(credentials);
    await pass(0);
    expect([phase(), world.opened]).toEqual(['ended', 0]);
  });
});

describe('silence', () => {
  // spec 9.41
  it('changes the state to waiting after 65 s without a message', async () => {
    const { world, phase, channel } = await setUpConnected();
    await pass(10 * seconds);
    world.events?.onMessage('rep');
    expect(channel.getState().lastReceivedAt).toBe(Date.now());
    await pass(65 * seconds - 1);
    expect(phase()).toBe('connected');
    await pass(1);
    expect(phase()).toBe('waiting');
    world.events?.onMessage('rep');
    expect(phase()).toBe('connected');
  });

  // spec 9.39
  it('of 5 minutes ends the connection, and a new one is opened', async () => {
    const { world, phase } = await setUpConnected();
    await pass(10 * seconds);
    world.events?.onMessage('state');
    await pass(300 * seconds - 1);
    expect([phase(), world.closed]).toEqual(['waiting', 0]);
    await pass(1);
    expect([phase(), world.closed]).toEqual(['reconnecting', 1]);
    await pass(5 * seconds);
    expect([phase(), world.opened]).toEqual(['connected', 2]);
    // The new connection has its own period of 5 minutes.
    await pass(295 * seconds);
    expect([phase(), world.closed]).toEqual(['waiting', 1]);
  });

  it('sends one ping to the broker, and reconnects without an answer', async () => {
    const { world, phase } = await setUpConnected();
    await pass(65 * seconds);
    await pass(100 * seconds);
    expect([phase(), world.subscribed]).toEqual(['waiting', 2]);
    world.events?.onMessage('rep');
    world.acknowledge = never;
    await pass(65 * seconds + 15 * seconds - 1);
    expect(phase()).toBe('waiting');
    await pass(1);
    expect(phase()).toBe('reconnecting');
  });
});

describe('requests to the broker without a connection', () => {
  it('wait for the next connection, in order, after the subscription', async () => {
    const { world, channel, phase } = await setUpConnected();
    const sent: string[] = [];
    world.acknowledge = () => {
      sent.push('subscription');
      return Promise.resolve();
    };
    const publish = (text: string) => () => {
      sent.push(text);
      return Promise.resolve();
    };
    world.events?.onClose(false);
    channel.send(publish('first'));
    channel.send(publish('second'));
    expect(sent).toEqual([]);
    await pass(5 * seconds);
    expect(phase()).toBe('connected');
    expect(sent).toEqual(['subscription', 'first', 'second']);
    channel.send(publish('third'));
    expect(sent.at(-1)).toBe('third');
  });

  // spec 9.44
  it('are limited to 5,000, except the subscription', async () => {
    const { world, channel, phase } = await setUpConnected();
    let sent = 0;
    const publish = () => {
      sent += 1;
      return Promise.resolve();
    };
    world.events?.onClose(false);
    // The subscription itself takes one place in the queue.
    for (let count = 1; count <= 4999; count += 1) channel.send(publish);
    expect(() => {
      channel.send(publish);
    }).toThrow('too many requests wait');
    await pass(5 * seconds);
    expect([phase(), sent, world.subscribed]).toEqual(['connected', 4999, 2]);
  });

  it('stay until the broker has acknowledged them', async () => {
    const { world, channel, phase } = await setUpConnected();
    let tries = 0;
    world.events?.onClose(false);
    channel.send(() => {
      tries += 1;
      return tries === 1 ? never() : Promise.resolve();
    });
    await pass(5 * seconds + 15 * seconds);
    expect([phase(), tries]).toEqual(['reconnecting', 1]);
    await pass(45 * seconds);
    expect([phase(), tries, world.subscribed]).toEqual(['connected', 2, 3]);
  });
});

describe('sleep and change of network', () => {
  it('reconnects at once when the network is back', async () => {
    const { world, channel, phase } = await setUpConnected();
    world.issue = () => Promise.reject(new Error('offline'));
    world.events?.onClose(false);
    await pass(20 * seconds);
    world.issue = () => Promise.resolve(credentials);
    channel.reconnect();
    await pass(0);
    expect(phase()).toBe('connected');
  });

  it('closes a socket of the old network', async () => {
    const { world, channel, phase } = await setUpConnected();
    channel.reconnect();
    await pass(0);
    expect([phase(), world.closed, world.opened]).toEqual(['connected', 1, 2]);
  });

  it('ends the connection when the phone reports that it has no network', async () => {
    const { world, channel, phase } = await setUpConnected();
    channel.goOffline();
    expect([phase(), world.closed]).toEqual(['reconnecting', 1]);
    channel.reconnect();
    await pass(0);
    expect([phase(), world.issued]).toEqual(['connected', 2]);
    channel.stop();
    channel.goOffline();
    expect(phase()).toBe('ended');
  });

  it('reconnects at once when a page that slept is visible again', async () => {
    const { world, channel } = await setUpConnected();
    channel.wake();
    await pass(0);
    expect(world.opened).toBe(1);
    await pass(30 * seconds);
    channel.wake();
    await pass(0);
    expect(world.opened).toBe(2);
  });

  it('does not wait for the next attempt when it is visible again', async () => {
    const { world, channel, phase } = await setUpConnected();
    world.events?.onClose(false);
    channel.wake();
    await pass(0);
    expect([phase(), world.opened]).toEqual(['connected', 2]);
  });
});
