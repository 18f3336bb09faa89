import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface NetworkCable {
  readonly port: number;
  /** Nothing arrives any more and nobody is told, new connections included. */
  pull(): void;
  /** What hung on the old connections is lost with them. */
  plugIn(): void;
}

/** A stretch of network to a port of this machine, which may change; gone after the test. */
export async function layCable(targetPort: () => number): Promise<NetworkCable> {
  const sockets = new Set<Socket>();
  let isPulled = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isPulled) return;
    const far = connect(targetPort(), '127.0.0.1');
    keep(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => {
        if (!isPulled) to.write(chunk);
      });
      from.once('close', () => {
        if (!isPulled) to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    hangUp();
  });
  return {
    port: (server.address() as AddressInfo).port,
    pull: () => {
      isPulled = true;
    },
    plugIn: () => {
      isPulled = false;
      hangUp();
    },
  };
}
