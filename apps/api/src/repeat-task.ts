import type { FastifyBaseLogger } from 'fastify';

interface RepeatedTask {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/** Again and again, never twice at once; a failure is logged and forgotten. The answer ends it. */
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
