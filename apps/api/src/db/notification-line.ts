import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** What a node is told by NOTIFY, and whether it may rely on having been told everything. */
export interface NotificationLine {
  /**
   * Null: something may have been missed. Otherwise everything that was committed more than a second
   * ago has been told, and two equal numbers mean that nothing was told in between.
   */
  readonly position: () => number | null;
  readonly close: () => Promise<void>;
}

export interface LineListener {
  readonly onNotification: (payload: string) => void;
  /** The line broke: what is told from now on has a gap before it. */
  readonly onGap: () => void;
}

/** A node acts on what it remembers for this long after the line has been proved. */
const provedForMs = 1000;
/** While somebody asks; an idle node keeps the database idle, too. */
const proveAfterMs = 400;
const reconnectAfterMs = 1000;
/** So long nothing came back: the line is given up. */
const silentAfterMs = 5000;
const farewellMs = 1000;

/**
 * Listens on a connection of its own. That it is open says little: a firewall drops it without a
 * word, a pooler in between takes LISTEN and passes nothing on, and after a fail-over it may lead to
 * the server that was left. So the node notifies itself, by the connections that it works with, and
 * only what comes back here proves the line. Notifications come in the order of their commits.
 *
 * There are no timers: whoever asks for the position keeps it proved, and opens it again.
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
  let askedAt: number | null = null;
  let asked = 0;
  const echo = `echo_${randomUUID().replaceAll('-', '')}`;

  const drop = (broken: pg.Client) => {
    if (client !== broken) return;
    client = null;
    isListening = false;
    askedAt = null;
    provedAt = Number.NEGATIVE_INFINITY;
    count += 1;
    onGap();
    // Without a farewell: whoever has gone silent would not answer it.
    broken.connection.stream.destroy();
  };

  const open = async (opened: pg.Client) => {
    opened.on('error', () => drop(opened));
    opened.on('end', () => drop(opened));
    opened.on('notification', (message) => {
      if (client !== opened) return;
      if (message.channel === echo) {
        if (message.payload !== String(asked)) return;
        provedAt = askedAt ?? provedAt;
        askedAt = null;
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
      drop(opened);
    }
  };

  const prove = (of: pg.Client, now: number) => {
    askedAt = now;
    asked += 1;
    pool.query(`notify ${echo}, '${asked}'`).catch(() => drop(of));
  };

  /** Keeps the line proved in the background; the answer is about what was proved before. */
  const maintain = (now: number) => {
    if (client === null) {
      if (isClosed || now - triedAt < reconnectAfterMs) return;
      triedAt = now;
      client = new pg.Client(pool.options);
      void open(client);
    } else if (askedAt !== null && now - askedAt > silentAfterMs) {
      drop(client);
    } else if (isListening && askedAt === null && now - provedAt > proveAfterMs) {
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
