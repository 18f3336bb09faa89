import type { EventEmitter } from 'node:events';
import { StartupError } from './startup-error.ts';

interface StopSignal {
  /** Resolves at the first signal with its name. Rejects when the program cannot continue. */
  readonly promise: Promise<string>;
  requested(): boolean;
  fail(reason: string): void;
}

interface SignalSource extends EventEmitter {
  exit(code: number): never;
}

const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Milliseconds in which a second signal counts as the first one. Ctrl-C arrives twice under npm: from
 * the terminal and from npm, which forwards it. A person who presses it again takes longer.
 */
const sameSignalMs = 400;

/** Handles signals: the first asks for an orderly stop, the second ends the process at once. */
export function waitForStop(source: SignalSource, now = () => performance.now()): StopSignal {
  let requestedAt: number | null = null;
  const { promise, resolve, reject } = withResolvers();
  // The promise is awaited only after the start. Until then a rejection would count as unhandled.
  promise.catch(() => undefined);
  for (const [signal, number] of Object.entries(numbers)) {
    source.on(signal, () => {
      if (requestedAt === null) {
        requestedAt = now();
        resolve(signal);
      } else if (now() - requestedAt >= sameSignalMs) {
        source.exit(128 + number);
      }
    });
  }
  return {
    promise,
    requested: () => requestedAt !== null,
    fail: (reason) => {
      reject(new StartupError(reason));
    },
  };
}

/** Replaces Promise.withResolvers, which Node 20 does not have. */
function withResolvers() {
  let resolve!: (signal: string) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<string>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
