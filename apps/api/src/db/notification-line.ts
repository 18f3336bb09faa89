import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A subscription to NOTIFY that knows whether it has received everything. */
export interface NotificationLine {
  /**
   * Returns `null` when notifications may have been missed. Otherwise everything committed more
   * than a second ago was received, and two equal numbers mean that nothing came in between.
   */
  readonly position: () => number | null;
  readonly close: () => Promise<void>;
}

export interface LineListener {
  readonly onNotification: (payload: string) => void;
  /** Called when the connection broke: notifications may be missing before the next one. */
  readonly onGap: () => void;
}

/** Time after a successful check during which a node trusts its cached data. */
const provedForMs = 1000;
/** Age of the last check after which a read starts a new one. An idle node sends nothing. */
const proveAfterMs = 400;
const reconnectAfterMs = 1000;
/** Time without an echo after which the connection is given up. */
const silentAfterMs = 5000;
const farewellMs = 1000;

/**
 * Listens on its own connection. An open connection proves little: a firewall may drop it silently,
 * a pooler may accept LISTEN and forward nothing, and after a fail-over it may lead to the old
 * server. So the node sends itself a notification over the pool, and only its arrival here proves
 * the line. Notifications arrive in the order of their commits.
 *
 * There are no timers: reading `position` checks the line in the background and reopens it.
 */
export function openNotificationLine(
  pool: pg.Pool,
  channel: string,
  { onNotification, onGap }: LineListener,
): NotificationLine {
  let client: pg.Client | null = null;
  let isListening = false;
  let isClosed = false;
  let count = 0;
  let triedAt = Number.NEGATIVE_INFINITY;
  let provedAt = Number.NEGATIVE_INFINITY;
  let requestedAt: number | null = null;
  let asked = 0;
  const echo = `echo_${randomUUID().replaceAll('-', '')}`;

  const disconnect = (broken: pg.Client) => {
    if (client !== broken) return;
    client = null;
    isListening = false;
    requestedAt = null;
    provedAt = Number.NEGATIVE_INFINITY;
    count += 1;
    onGap();
    // The socket is destroyed without a goodbye, because a silent server would not answer it.
    broken.connection.stream.destroy();
  };

  const open = async (opened: pg.Client) => {
    opened.on('error', () => disconnect(opened));
    opened.on('end', () => disconnect(opened));
    opened.on('notification', (message) => {
      if (client !== opened) return;
      if (message.channel === echo) {
        if (message.payload !== String(asked)) return;
        provedAt = requestedAt ?? provedAt;
        requestedAt = null;
        return;
      }
      count += 1;
      onNotification(message.payload ?? '');
    });
    try {
      await opened.connect();
      await opened.query(`listen ${channel}; listen ${echo}`);
      if (client === opened) isListening = true;
    } catch {
      disconnect(opened);
    }
  };

  const prove = (of: pg.Client, now: number) => {
    requestedAt = now;
    asked += 1;
    pool.query(`notify ${echo}, '${asked}'`).catch(() => disconnect(of));
  };

  /**
   * Checks or reopens the line in the background. The caller gets the result of an earlier check.
   */
  const maintain = (now: number) => {
    if (client === null) {
      if (isClosed || now - triedAt < reconnectAfterMs) return;
      triedAt = now;
      client = new pg.Client(pool.options);
      void open(client);
    } else if (requestedAt !== null && now - requestedAt > silentAfterMs) {
      disconnect(client);
    } else if (isListening && requestedAt === null && now - provedAt > proveAfterMs) {
      prove(client, now);
    }
  };

  return {
    position() {
      const now = performance.now();
      maintain(now);
      return now - provedAt < provedForMs ? count : null;
    },
    async close() {
      isClosed = true;
      const last = client;
      if (last === null) return;
      client = null;
      provedAt = Number.NEGATIVE_INFINITY;
      await Promise.race([last.end(), sleep(farewellMs, undefined, { ref: false })]);
      last.connection.stream.destroy();
    },
  };
}
