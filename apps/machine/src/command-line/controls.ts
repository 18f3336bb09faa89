import { createInterface } from 'node:readline';
import type { ReadStream } from 'node:tty';
import { type RepSensor, shortestRepMs } from '@tanren/simulator/lifting/rep-timing';
import type { Machine } from '@tanren/simulator/machine-setup';
import { stepLoad } from '@tanren/simulator/rep-counter';

/** Request to end the program, by a signal, a key or a command. */
export interface Ending {
  readonly signal: AbortSignal;
  readonly requestEnd: () => void;
}

export interface Controls {
  /** Handles one key as the terminal sends it. */
  readonly pressKey: (key: string) => void;
  /** Runs one command line. Returns false when it is no command. */
  readonly obey: (line: string) => boolean;
}

export function createControls(machine: Machine, sensor: RepSensor, quit: () => void): Controls {
  const moveLoad = (direction: 1 | -1) =>
    machine.setLoad(stepLoad(machine.loadKg(), direction, machine.identity));
  const lift = () => {
    const ms = sensor.measure();
    if (ms !== null) machine.completeRep(ms);
  };
  const keys = new Map<string, () => void>([
    [' ', lift],
    ['\u001B[A', () => moveLoad(1)],
    ['\u001B[B', () => moveLoad(-1)],
    ['\r', machine.endSet],
    ['\n', machine.endSet],
    ['y', machine.confirmLoad],
    ['f', machine.finishWorkout],
    ['q', quit],
    ['\u0003', quit],
    ['\u0004', quit],
  ]);
  const commands = new Map<string, (value: number | null) => void>([
    ['rep', (ms) => machine.completeRep(ms ?? sensor.measure() ?? shortestRepMs)],
    ['fail', (ms) => machine.failRep(ms ?? shortestRepMs)],
    ['seat', (seat) => machine.setSeat(seat ?? machine.seat() ?? 1)],
    ['load', (kg) => machine.typeLoad(kg ?? machine.loadKg())],
    ['confirm', machine.confirmLoad],
    ['up', () => moveLoad(1)],
    ['down', () => moveLoad(-1)],
    ['start-set', machine.startSet],
    ['end-set', machine.endSet],
    ['finish', machine.finishWorkout],
    ['quit', quit],
  ]);
  return {
    pressKey: (key) => keys.get(key)?.(),
    obey: (line) => {
      const [, name = '', value] = /^([a-z-]+)(?: (\d+(?:\.\d+)?))?$/.exec(line.trim()) ?? [];
      const command = commands.get(name);
      command?.(value === undefined ? null : Number(value));
      return command !== undefined;
    },
  };
}

/** Reads keys from a terminal, and lines from any other input. Returns a function that ends it. */
export function readInput(input: ReadStream, controls: Controls): () => void {
  if (!input.isTTY) {
    // The end of the input does not end the program, because it may be started without input.
    const lines = createInterface({ input });
    lines.on('line', (line) => controls.obey(line));
    return () => {
      lines.close();
      input.destroy();
    };
  }
  const press = (text: string) => {
    for (const key of splitKeys(text)) controls.pressKey(key);
  };
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.on('data', press);
  return () => {
    input.removeListener('data', press);
    input.setRawMode(false);
    input.pause();
  };
}

/**
 * Splits input into keys. Several may arrive together when a person types fast, and an arrow key
 * has three characters.
 */
export function splitKeys(text: string): string[] {
  return text
    .split(/(\p{Cc}\[[A-D])/u)
    .filter((part) => part !== '')
    .flatMap((part) => (/^\p{Cc}\[[A-D]$/u.test(part) ? [part] : Array.from(part)));
}
