import type { WriteStream } from 'node:tty';
import type { Arguments } from '#command-line/arguments.ts';
import type { Machine } from '@tanren/simulator/machine-setup';
import { type Display, printJsonLines, printPlainLines } from './display.ts';
import { drawGymLine, drawMachine } from './draw.ts';
import { emptyView, type MachineView, updateView } from './machine-view.ts';

type Draw = (machine: Machine, view: MachineView, now: Date) => readonly string[];

const ownScreen = '\u001B[?1049h\u001B[?25l';
const screenBack = '\u001B[?25h\u001B[?1049l';
const home = '\u001B[H';
const clearToEndOfLine = '\u001B[K';
const clearBelow = '\u001B[J';
const frameMs = 200;

/**
 * Draws repeatedly on the terminal's alternate screen. Returns a function that restores the
 * terminal.
 */
export function paintTerminal(output: WriteStream, draw: () => readonly string[]): () => void {
  output.write(ownScreen);
  const paint = () => {
    const lines = draw().slice(0, Math.max(1, output.rows - 1));
    const frame = lines.map((line) => `${line}${clearToEndOfLine}\n`).join('');
    output.write(`${home}${frame}${clearBelow}`);
  };
  paint();
  const timer = setInterval(paint, frameMs);
  return () => {
    clearInterval(timer);
    output.write(screenBack);
  };
}

function drawOnTerminal(
  output: WriteStream,
  draw: Draw,
  heading: readonly string[],
  now: () => Date,
): Display {
  const views = new Map<number, MachineView>();
  const viewOf = (id: number) => views.get(id) ?? emptyView;
  let close = () => {};
  return {
    show: (id, event) => void views.set(id, updateView(viewOf(id), event, now())),
    attach: (machines) => {
      close = paintTerminal(output, () => [
        ...heading,
        ...machines.flatMap((machine) => draw(machine, viewOf(machine.identity.id), now())),
      ]);
    },
    close: () => close(),
  };
}

interface DisplayOptions {
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
        (machine, view, at) => [drawGymLine(machine, view, args.workouts, at)],
        [`マシン ${options.machineCount}台   q 終了`, ''],
        now,
      );
}
