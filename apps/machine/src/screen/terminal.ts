import type { WriteStream } from 'node:tty';
import type { Machine } from '#machine.ts';
import type { Display } from './display.ts';
import { emptyView, type MachineView, updateView } from './machine-view.ts';

export type Draw = (machine: Machine, view: MachineView, now: Date) => readonly string[];

const ownScreen = '\u001B[?1049h\u001B[?25l';
const screenBack = '\u001B[?25h\u001B[?1049l';
const home = '\u001B[H';
const clearToEndOfLine = '\u001B[K';
const clearBelow = '\u001B[J';
const frameMs = 200;

/** Draws the machines over and over on a screen of its own, and leaves the terminal as it was. */
export function drawOnTerminal(
  output: WriteStream,
  draw: Draw,
  heading: readonly string[],
  now: () => Date,
): Display {
  const views = new Map<number, MachineView>();
  const viewOf = (id: number) => views.get(id) ?? emptyView;
  let timer: NodeJS.Timeout | undefined;
  return {
    show: (id, event) => void views.set(id, updateView(viewOf(id), event, now())),
    attach: (machines) => {
      output.write(ownScreen);
      const paint = () => {
        const lines = [
          ...heading,
          ...machines.flatMap((machine) => draw(machine, viewOf(machine.identity.id), now())),
        ].slice(0, Math.max(1, output.rows - 1));
        const frame = lines.map((line) => `${line}${clearToEndOfLine}\n`).join('');
        output.write(`${home}${frame}${clearBelow}`);
      };
      paint();
      timer = setInterval(paint, frameMs);
    },
    close: () => {
      clearInterval(timer);
      output.write(screenBack);
    },
  };
}
