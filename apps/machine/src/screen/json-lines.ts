import type { Display, Write } from './display.ts';

/** One JSON object a line, for programs. */
export function printJsonLines(write: Write, now: () => Date): Display {
  return {
    show: (machineId, event) =>
      write(`${JSON.stringify({ ...event, machineId, at: now().toISOString() })}\n`),
    attach: () => undefined,
    close: () => undefined,
  };
}
