import type { FastifyBaseLogger } from 'fastify';

interface RepeatedTask {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/**
 * Runs a task at intervals, never twice at once, and logs failures. The returned function ends it.
 */
export function repeatTask(
  { name, everyMs, run }: RepeatedTask,
  log: Pick<FastifyBaseLogger, 'error'>,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= run()
      .catch((error: unknown) => log.error({ err: error, task: name }, 'a task failed'))
      .finally(() => {
        running = null;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
