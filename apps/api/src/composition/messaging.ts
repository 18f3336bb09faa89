import type { Duplex } from 'node:stream';
import type { Config } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import { bridgeMembers } from '#embedded/broker/member-bridge.ts';
import { listenForMachines } from '#embedded/broker/listener.ts';
import {
  type FindLiveSignIns,
  watchMachines,
  watchMembers,
} from '#embedded/broker/session-checks.ts';
import { type Broker, startBroker } from '#embedded/broker/broker.ts';
import { findValidDoorSecrets, signInDoor } from '#modules/booking/door/door-accounts.ts';
import { signInMachine } from '#modules/machines/machines.service.ts';
import { findValidSecrets, markAllOffline, markOffline } from '#modules/machines/machines.store.ts';
import { redeemLiveTicket } from '#modules/machines/live-tickets.service.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import { connectBus } from '#mqtt/connect.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import type { Tracer } from '#tracing/span.ts';
import { traceMessages } from '#tracing/traced-parts.ts';
import type { CountSessions } from '#metrics/watched-values.ts';
import type { LivePeer } from '#http/live-gateway.ts';

/** Connection of the program to machines, door locks and live pages. */
interface Messaging {
  readonly bus: MessageBus;
  /** Accepts the WebSocket of a member's live page. */
  readonly acceptMember: (stream: Duplex, peer: LivePeer) => void;
  readonly countSessions: CountSessions;
  /** Starts to accept machines. Returns the address of the broker. */
  open(log: BrokerLog): Promise<string>;
  close(): Promise<void>;
}

interface MessagingParts {
  readonly config: Pick<Config, 'mqttUrl' | 'mqttHost' | 'mqttPort' | 'mqttTls'>;
  readonly db: Database;
  readonly now: () => Date;
  /** `null` if the user pool does not report ended sign-ins. Live pages then end at their limit. */
  readonly findLiveSignIns: FindLiveSignIns | null;
  readonly recheckMs?: number;
  /** `null` or absent when traces are off. */
  readonly tracer?: Tracer | null;
}

/** Opens the embedded broker and, if one is configured, the connection to an external broker. */
export async function openMessaging(parts: MessagingParts): Promise<Messaging> {
  const { db, now, findLiveSignIns, recheckMs = 3000, tracer = null } = parts;
  const broker = await startBroker({
    accounts: {
      signInMachine: (machineId, password) => signInMachine(db, machineId, password),
      signInDoor: (gymId, password) => signInDoor(db, gymId, password),
      async redeemTicket(ticket) {
        const redeemed = await redeemLiveTicket(db, ticket, now());
        const signIn = redeemed?.signIn ?? null;
        if (signIn === null || findLiveSignIns === null) return redeemed;
        return (await findLiveSignIns([signIn])).has(signIn) ? redeemed : null;
      },
    },
    now,
  });
  const { mqttUrl } = parts.config;
  const trace: TraceBus = (bus) => (tracer === null ? bus : traceMessages(bus, tracer));
  const side =
    mqttUrl === null ? embeddedSide(broker, parts, trace) : configuredSide(broker, mqttUrl, trace);
  let stopWatching = async (): Promise<void> => {};
  return {
    ...side,
    async open(log) {
      if (findLiveSignIns !== null) {
        stopWatching = watchMembers(broker, { log, recheckMs, findLiveSignIns });
      }
      return await side.open(log);
    },
    async close() {
      await stopWatching();
      await side.close();
    },
    countSessions: () => {
      const counts = { machine: 0, door: 0, member: 0, board: 0, recorder: 0, server: 0 };
      for (const { identity } of broker.listSessions()) if (identity) counts[identity.kind] += 1;
      return counts;
    },
    acceptMember: (stream, peer) => broker.accept(stream, { expects: 'member', ...peer }),
  };
}

type TraceBus = (bus: MessageBus) => MessageBus;

function embeddedSide(broker: Broker, { config, db, now }: MessagingParts, trace: TraceBus) {
  const closers: (() => Promise<void>)[] = [() => broker.close()];
  return {
    bus: trace(broker.bus),
    async open(log: BrokerLog) {
      await markAllOffline(db);
      const listener = await listenForMachines(broker, config, log);
      closers.push(() => listener.close());
      closers.push(
        watchMachines(broker, {
          log,
          markOffline: (machineId) => markOffline(db, machineId, now()),
          findValidSecrets: (ids) => findValidSecrets(db, ids),
          findValidDoorSecrets: (ids) => findValidDoorSecrets(db, ids),
        }),
      );
      const how = config.mqttTls === null ? '' : ' with TLS';
      return `embedded MQTT broker at ${config.mqttHost}${how} on port ${listener.port}`;
    },
    async close() {
      for (const close of closers.toReversed()) await close();
    },
  };
}

function configuredSide(gateway: Broker, url: string, trace: TraceBus) {
  const { host } = new URL(url);
  let reportState = (_connected: boolean, _reason: string | null): void => {};
  let unsharedReason: string | null = null;
  let reportUnshared = (reason: string): void => {
    unsharedReason = reason;
  };
  const bus = trace(
    connectBus({
      url,
      onState: (connected, reason) => reportState(connected, reason),
      onUnshared: (reason) => reportUnshared(reason),
    }),
  );
  bridgeMembers(gateway, bus);
  return {
    bus,
    async open(log: BrokerLog) {
      reportState = (connected, reason) => {
        if (connected) log.info({ broker: host }, 'connected to the MQTT broker');
        else log.warn({ broker: host, reason }, 'lost the MQTT broker, trying again');
      };
      reportUnshared = (reason) => {
        log.warn(
          { broker: host, reason },
          'the MQTT broker cannot share messages among nodes: every node handles every message',
        );
      };
      if (unsharedReason !== null) reportUnshared(unsharedReason);
      if (!bus.isConnected()) {
        log.warn({ broker: host }, 'the MQTT broker is not there yet, trying again');
      }
      return `MQTT broker at ${host}`;
    },
    async close() {
      await gateway.close();
      await bus.close();
    },
  };
}
