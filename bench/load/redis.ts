import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@tanren/api/src/embedded/free-port.ts';

export interface Redis {
  /** Sends all commands at once. Resolves when all are answered. */
  readonly run: (commands: readonly (readonly string[])[]) => Promise<unknown[]>;
  readonly stop: () => Promise<void>;
}

/** Starts a separate server without persistence, and one connection to it by TCP. */
export async function startRedis(executable: string): Promise<Redis> {
  const folder = await mkdtemp(join(tmpdir(), 'tanren-redis-'));
  const port = await findFreePort();
  const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn(executable, ['--port', String(port), ...settings], { stdio: 'ignore' });
  const ended = once(server, 'exit');
  const socket = await reach(port);
  const { run } = speak(socket);
  return {
    run,
    async stop() {
      socket.destroy();
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function reach(port: number): Promise<Socket> {
  for (let attempt = 1; ; attempt += 1) {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Speaks RESP 2, as far as sorted sets need it. */
function speak(socket: Socket): Pick<Redis, 'run'> {
  let received = '';
  let wake = () => {};
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    wake();
  });
  return {
    async run(commands) {
      socket.write(commands.map(write).join(''), 'latin1');
      for (;;) {
        const reader = { text: received, at: 0 };
        const replies = Array.from({ length: commands.length }, () => read(reader));
        if (!replies.includes(unfinished)) {
          received = received.slice(reader.at);
          return replies;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

const write = (words: readonly string[]) =>
  `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;

const unfinished = Symbol('unfinished');

function read(reader: { readonly text: string; at: number }): unknown {
  const end = reader.text.indexOf('\r\n', reader.at);
  if (end === -1) return unfinished;
  const kind = reader.text[reader.at];
  const rest = reader.text.slice(reader.at + 1, end);
  const { at } = reader;
  reader.at = end + 2;
  if (kind === '-') throw new Error(rest);
  if (kind === '*') {
    const items = Array.from({ length: Number(rest) }, () => read(reader));
    return items.includes(unfinished) ? unfinished : items;
  }
  if (kind !== '$') return kind === ':' ? Number(rest) : rest;
  const length = Number(rest);
  if (length < 0) return null;
  if (reader.text.length < reader.at + length + 2) {
    reader.at = at;
    return unfinished;
  }
  reader.at += length + 2;
  return reader.text.slice(reader.at - length - 2, reader.at - 2);
}
