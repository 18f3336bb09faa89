import { once } from 'node:events';
import path from 'node:path';
import { type Door, startDoor } from '@tanren/simulator/door/door';
import { type DoorEvent, describeDoorEvent } from '@tanren/simulator/door/door-event';
import { type DoorAnswer, drawDoor, isAnswer } from '#screen/draw-door.ts';
import { paintTerminal } from '#screen/terminal.ts';
import type { Arguments } from './arguments.ts';
import { type Controls, type Ending, readInput } from './controls.ts';
import { chooseDoor, type Settings } from './settings.ts';

/** Collects the typed digits of a code, and tries the code after the last digit. */
export function createDoorControls(
  door: Pick<Door, 'typeCode' | 'digits'>,
  quit: () => void,
): Controls & { readonly typed: () => string } {
  let typed = '';
  return {
    typed: () => typed,
    pressKey(key) {
      if (['q', '\u0003', '\u0004'].includes(key)) quit();
      else if (key === '\u007F' || key === '\b') typed = typed.slice(0, -1);
      else if (/^\d$/.test(key)) typed += key;
      if (typed.length < door.digits()) return;
      door.typeCode(typed);
      typed = '';
    },
    obey(line) {
      const [, digits] = /^code (\d{1,12})$/.exec(line.trim()) ?? [];
      if (digits !== undefined) door.typeCode(digits);
      else if (line.trim() === 'quit') quit();
      else return false;
      return true;
    },
  };
}

/** Runs the lock of a gym until the program is ended. */
export async function runDoor(
  args: Pick<Arguments, 'json' | 'secret' | 'doorSecret' | 'seats'>,
  gymId: number,
  settings: Settings,
  { signal, requestEnd }: Ending,
): Promise<void> {
  const output = process.stdout;
  const now = () => new Date();
  const identity = chooseDoor(args, gymId, settings.credentialsFile);
  let last: DoorAnswer | null = null;
  const show = (event: DoorEvent) => {
    if (isAnswer(event)) last = event;
    if (args.json) {
      output.write(`${JSON.stringify({ ...event, gymId, at: now().toISOString() })}\n`);
    } else if (!output.isTTY) {
      const text = describeDoorEvent(event, settings.brokerUrl);
      if (text !== null) output.write(`door ${gymId}: ${text}\n`);
    }
  };
  const door = startDoor({
    identity,
    brokerUrl: settings.brokerUrl,
    brokerCa: settings.brokerCa,
    journalFolder: path.join(settings.journalFolder, `door-${gymId}`),
    timing: settings.timing,
    now,
    random: Math.random,
    onEvent: show,
  });
  const controls = createDoorControls(door, requestEnd);
  const close =
    args.json || !output.isTTY
      ? () => {}
      : paintTerminal(output, () => drawDoor(door, controls.typed(), last));
  const stopListening = readInput(process.stdin, controls);
  if (!signal.aborted) await once(signal, 'abort');
  await door.stop();
  close();
  stopListening();
}
