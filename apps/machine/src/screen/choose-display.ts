import type { WriteStream } from 'node:tty';
import type { Arguments } from '#command-line/arguments.ts';
import type { Display } from './display.ts';
import { drawGymLine } from './draw-gym.ts';
import { drawMachine } from './draw-machine.ts';
import { printJsonLines } from './json-lines.ts';
import { printPlainLines } from './plain-lines.ts';
import { drawOnTerminal } from './terminal.ts';

export interface DisplayOptions {
  readonly args: Pick<Arguments, 'json' | 'auto' | 'workouts'>;
  readonly brokerUrl: string;
  readonly machineCount: number;
  readonly output: WriteStream;
  readonly now: () => Date;
}

export function chooseDisplay(options: DisplayOptions): Display {
  const { args, output, now } = options;
  const write = (text: string) => void output.write(text);
  if (args.json) return printJsonLines(write, now);
  if (!output.isTTY) return printPlainLines(write, options.brokerUrl);
  return options.machineCount === 1
    ? drawOnTerminal(
        output,
        (machine, view, at) => drawMachine(machine, view, args.auto, at),
        [],
        now,
      )
    : drawOnTerminal(
        output,
        (machine, view) => [drawGymLine(machine, view, args.workouts)],
        [`マシン ${options.machineCount}台   q 終了`, ''],
        now,
      );
}
