import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

interface Balancer {
  readonly url: string;
  /** Whether the node was ready at the last check. */
  isReady(address: string): boolean;
  /** Returns the number of answers of a node. */
  countAnswers(address: string): number;
}

const checkEveryMs = 50;

/**
 * Sends requests to the nodes in turn, as long as `/readyz` of a node succeeds. Like most load
 * balancers it keeps connections open, but it never retries a failed request. It is closed after
 * the test.
 */
export async function startBalancer(addresses: readonly string[]): Promise<Balancer> {
  const nodes = addresses.map((address) => ({ address, isReady: false, answers: 0 }));
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const ready = nodes.filter((node) => node.isReady);
    const node = ready[(turn += 1) % Math.max(1, ready.length)];
    if (node === undefined) {
      response.writeHead(503).end('no node is ready');
      return;
    }
    const onward = httpRequest(
      new URL(request.url ?? '/', node.address),
      { method: request.method, headers: request.headers, agent },
      (answer) => {
        node.answers += 1;
        const headers = Object.entries(answer.headers).filter(([name]) => name !== 'connection');
        response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers));
        // A node that dies in the middle of an answer ends the answer.
        pipeline(answer, response).catch(() => response.destroy());
      },
    );
    onward.on('error', (error) => {
      if (!response.headersSent) response.writeHead(502);
      response.end(`the node failed: ${error.message}`);
    });
    request.pipe(onward);
  }

  async function check(): Promise<void> {
    await Promise.all(
      nodes.map(async (node) => {
        node.isReady = await fetch(`${node.address}/readyz`).then(
          async (answer) => (await answer.arrayBuffer(), answer.ok),
          () => false,
        );
      }),
    );
  }

  await check();
  const timer = setInterval(() => void check(), checkEveryMs);
  const server = createServer(pass).listen(0, '127.0.0.1');
  // The same time as the nodes use: Node's default of five seconds could end a connection on which
  // a slow client is just sending.
  server.keepAliveTimeout = 72_000;
  await once(server, 'listening');
  onTestFinished(() => {
    clearInterval(timer);
    server.closeAllConnections();
    server.close();
    agent.destroy();
  });
  const find = (address: string) => nodes.find((node) => node.address === address);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady: (address) => find(address)?.isReady === true,
    countAnswers: (address) => find(address)?.answers ?? 0,
  };
}

interface Load {
  /** Requests that were not answered with 200. */
  readonly failures: string[];
  answered(): number;
  stop(): Promise<void>;
}

/** Starts clients that repeat these requests one after the other until they are stopped. */
export function startLoad(
  url: string,
  clients: number,
  calls: readonly { readonly path: string; readonly init?: RequestInit }[],
  // Calls run without a break and stay within the limits of one address.
  pauseMs = 5,
): Load {
  const failures: string[] = [];
  let answered = 0;
  const end = new AbortController();
  const sendRequest = async (client: number) => {
    for (let count = client; !end.signal.aborted; count += 1) {
      const { path, init } = calls[count % calls.length] ?? { path: '/' };
      await fetch(`${url}${path}`, init).then(
        async (answer) => {
          const body = await answer.text();
          answered += 1;
          if (answer.status !== 200) failures.push(`${path}: ${answer.status} ${body}`);
        },
        (error: unknown) => failures.push(`${path}: ${String(error)}`),
      );
      await sleep(pauseMs);
    }
  };
  const running = Array.from({ length: clients }, (_, client) => sendRequest(client));
  return {
    failures,
    answered: () => answered,
    async stop() {
      end.abort();
      await Promise.all(running);
    },
  };
}
