import type { UnlinkReason } from '@tanren/contract/machines/machine-commands';
import { type LiveMessage, memberLiveTopic } from '@tanren/contract/machines/machine-messages';
import {
  createTanrenConnection,
  deleteTanrenConnection,
  type EndedConnection,
  getTanrenConnection,
  issueTanrenMqtt,
  type TanrenConnection,
} from '@tanren/contract/machines/tanren-connection';
import type { PersonalBestKind } from '@tanren/domain/workouts/personal-bests';
import { releasesAt } from '@tanren/domain/machines/machine-links';
import { answer, rejectWith } from '#test/support/answers.ts';
import { openLiveChannel } from './live-channel.ts';
import { memberSub } from '#test/support/session.ts';

const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const topic = memberLiveTopic(memberSub);

/** The code on the machine's screen. */
export const machineCode = '12-345678';

/**
 * Simulates a chest press with the number 12 and `machineCode`: its calls, and its live messages
 * during a workout.
 */
export function standMachine({ linked = true } = {}) {
  const channel = openLiveChannel();
  let connection: TanrenConnection | null = null;
  let ended: EndedConnection | null = null;
  let machinesReachable = true;
  let [links, bouts, seq] = [0, 0, 0];
  let [loadKg, lifting] = [40, false];
  let clock = () => Date.now();
  let sets: { loadKg: number; reps: number }[] = [];
  let [newest, setEnd]: (LiveMessage | null)[] = [null, null];

  function link(): TanrenConnection {
    links += 1;
    const now = new Date();
    connection = {
      connectionId: uuid(100 + links),
      linkedAt: now.toISOString(),
      releasesAt: releasesAt(now).toISOString(),
      machine: {
        id: 12,
        gymId: 1,
        gymName: 'TANREN 新宿',
        workoutTypeId: 1,
        minLoad: 5,
        maxLoad: 150,
        loadStep: 2.5,
        online: true,
      },
    };
    return connection;
  }

  const connectionId = () => uuid(100 + links);
  const workoutUuid = () => uuid(200 + bouts);
  const max = () => Math.max(0, ...sets.map((set) => set.loadKg));
  const tfo = () => sets.reduce((sum, set) => sum + set.loadKg * set.reps, 0);

  function say(type: LiveMessage['type']): void {
    seq += 1;
    newest = {
      type,
      connectionId: connectionId(),
      workoutUuid: sets.length === 0 ? null : workoutUuid(),
      seq,
      at: new Date(clock()).toISOString(),
      loadKg,
      lifting,
      sets: [...sets],
      max: max(),
      tfo: tfo(),
    };
    if (type === 'set-ended') setEnd = newest;
    else if (lifting) setEnd = null;
    channel.publish(topic, newest);
  }

  function endSet(): void {
    lifting = false;
    // A set without a rep does not count.
    sets = sets.filter(({ reps }) => reps > 0);
    say('set-ended');
  }

  function store(personalBests: PersonalBestKind[]): void {
    if (lifting) endSet();
    channel.publish(topic, {
      type: 'workout-stored',
      connectionId: connectionId(),
      workoutUuid: workoutUuid(),
      workoutId: bouts,
      workoutTypeId: 1,
      setCount: sets.length,
      repCount: sets.reduce((sum, { reps }) => sum + reps, 0),
      max: max(),
      tfo: tfo(),
      personalBests,
    });
    sets = [];
  }

  /** Returns the last messages that the server repeats for a new connection. */
  function listLastMessages(): LiveMessage[] {
    const messages = setEnd === newest ? [newest] : [setEnd, newest];
    return messages.filter((message) => message !== null && message !== undefined);
  }

  if (linked) link();
  answer(getTanrenConnection, () => ({ connection, ended, machinesReachable }));
  answer(createTanrenConnection, ({ body }) =>
    body.code === machineCode ? { connection: link() } : rejectWith(404, 'link_code_unknown'),
  );
  answer(deleteTanrenConnection, () => {
    connection = null;
    return null;
  });
  answer(issueTanrenMqtt, () =>
    connection === null
      ? rejectWith(409, 'not_linked')
      : {
          url: 'ws://broker.example/mqtt',
          clientId: 'page-1',
          username: memberSub,
          password: 'works-once',
          topics: [topic],
          expiresAt: new Date(Date.now() + 60_000).toISOString(),
          lastMessages: listLastMessages(),
        },
  );

  return {
    channel,
    link,
    /** Changes the link in the server's answers. */
    change(changes: Partial<TanrenConnection>, machine: Partial<TanrenConnection['machine']> = {}) {
      if (connection === null) return;
      connection = {
        ...connection,
        ...changes,
        machine: { ...connection.machine, ...machine },
      };
    },
    /** Sets whether the server has a connection to its broker. */
    setReachable(is: boolean): void {
      machinesReachable = is;
    },
    /** Sets the machine's clock, for tests in which the browser's clock is wrong. */
    setClock(now: () => number): void {
      clock = now;
    },
    isSubscribed: () => channel.isSubscribed(topic),
    load(kg: number): void {
      loadKg = kg;
      say('state');
    },
    startSet(): void {
      if (sets.length === 0) bouts += 1;
      lifting = true;
      sets = [...sets, { loadKg, reps: 0 }];
      say('set-started');
    },
    rep(): void {
      const set = sets.at(-1);
      if (set) sets = [...sets.slice(0, -1), { ...set, reps: set.reps + 1 }];
      say('rep');
    },
    /** Publishes the ranges of the reps of the running set in millimetres. */
    measure(...ranges: readonly number[]): void {
      channel.publish(topic, {
        type: 'measured',
        connectionId: connectionId(),
        workoutUuid: workoutUuid(),
        set: sets.length,
        reps: ranges.map((rangeMm) => ({ rangeMm, concentricMs: 1000, eccentricMs: 1400 })),
      });
    },
    endSet,
    /** Ends the bout and publishes that the server has stored it. */
    store,
    reject(): void {
      channel.publish(topic, {
        type: 'workout-rejected',
        connectionId: connectionId(),
        workoutUuid: workoutUuid(),
        reason: 'in_future',
      });
    },
    /** Publishes that the plan changed: by the trainer, or by a session that began elsewhere. */
    replan(): void {
      channel.publish(topic, { type: 'replanned', connectionId: connectionId() });
    },
    /** Ends the link without a message to the page. */
    endUnheard(reason: UnlinkReason): void {
      connection = null;
      ended = { connectionId: connectionId(), reason };
    },
    /** Ends the link with a message to the page. */
    release(reason: UnlinkReason): void {
      connection = null;
      channel.publish(topic, {
        type: 'unlinked',
        connectionId: connectionId(),
        reason,
      });
    },
  };
}
