import { isDeepStrictEqual } from 'node:util';
import { measureNames } from '@tanren/contract/machines/machine-description';
import { largestMessageBytes } from '@tanren/contract/machines/machine-messages';
import {
  isSettable,
  isUnusuallyHeavy,
  toHectograms,
  toSettable,
} from '@tanren/domain/workouts/loads';
import { clockToleranceMs } from '@tanren/domain/workouts/workouts';
import { Value } from 'typebox/value';
import type { Evidence } from './evidence.ts';
import { findSchema, toFirstVersion, toKnown } from './fields.ts';
import { findFirst, listLinks, type Rule } from './rule.ts';

export const messageRules: readonly Rule[] = [
  {
    name: 'message-shape',
    expected: `Every message is JSON of at most ${largestMessageBytes / 1024} KiB, and every field of the document has its type, unit and bounds.`,
    advice: 'Compare the message with the document. The server rejects it as `invalid_shape`.',
    judge: ({ published }) => {
      if (published.length === 0) return undefined;
      return findFirst(published, ({ channel, value, message: { payload } }) => {
        const schema = findSchema(channel);
        if (schema === null) return null;
        if (value === undefined) return `a message on ${channel} that is no JSON`;
        if (Buffer.byteLength(payload) > largestMessageBytes) return `a longer one on ${channel}`;
        const known = toKnown(schema, value);
        if (Value.Check(schema, known)) return null;
        const [error] = Value.Errors(schema, known);
        if (error === undefined) return null;
        return `on ${channel}: ${error.instancePath || 'the message'} ${error.message}`;
      });
    },
  },
  {
    name: 'old-server',
    expected:
      'In each connection, until the server has sent `welcome`, the machine sends only the messages and fields of version 1. It publishes `use` only after a `welcome` of version 3.',
    advice:
      'Leave the message or field out. An old server rejects the workout with it, and an old broker ends the connection.',
    judge: ({ published, isWelcomed }) => {
      const early = published.filter(({ line }) => !isWelcomed(line));
      const isTooNew = published.some(
        ({ channel, line }) => channel === 'use' && !isWelcomed(line, 3),
      );
      if (isTooNew) return 'a use';
      if (early.length === 0) return undefined;
      return findFirst(early, ({ channel, value }) => {
        if (channel === 'description' || channel === 'rep-measures') return `a ${channel}`;
        const schema = findSchema(channel);
        if (schema === null) return null;
        const known = toFirstVersion(toKnown(schema, value));
        if (isDeepStrictEqual(known, value)) return null;
        return `a message on ${channel} has further fields: ${JSON.stringify(value).slice(0, 300)}`;
      });
    },
  },
  {
    name: 'description',
    expected:
      'After `welcome` the machine publishes its description: the loads that it was registered with, and every measure that its workouts have.',
    advice: 'Correct the description. Staff see it beside the registered loads.',
    judge: ({ descriptions, workouts, machine: { loads } }) => {
      const [description] = descriptions.slice(-1);
      if (description === undefined) return undefined;
      const { loads: described, measures } = description.message;
      const { minKg, maxKg, stepKg } = described;
      if (minKg !== loads.minLoad || maxKg !== loads.maxLoad || stepKg !== loads.loadStep) {
        return `the loads are ${minKg} to ${maxKg} kg by ${stepKg}`;
      }
      const sets = workouts.flatMap(({ message }) => message.sets);
      const used = sets.flatMap((set) => [set, ...set.reps]).flatMap((part) => Object.keys(part));
      const missing = measureNames.find((name) => used.includes(name) && !measures.includes(name));
      return missing === undefined ? null : `the measure ${missing} is not in the description`;
    },
  },
  {
    name: 'live',
    expected:
      'After each link the machine publishes a live message of it. The number `seq` grows with each message of a link, also after a new connection or a restart.',
    advice:
      'Count on, or use the time since the link began. Pages ignore a message with an old number.',
    judge: (evidence) => {
      const { lives, commands } = evidence;
      // The link of this step is for its own rule.
      const others = listLinks(evidence, 'unknown-messages') ?? [];
      if (lives.length === 0 && commands.every(({ message }) => message.type !== 'linked')) {
        return undefined;
      }
      const last = new Map<string, number>();
      const disorder = findFirst(lives, ({ message: { connectionId, seq } }) => {
        const before = last.get(connectionId) ?? -1;
        last.set(connectionId, seq);
        return seq > before ? null : `seq ${seq} comes after ${before}`;
      });
      if (disorder !== null) return disorder;
      return findFirst(commands, ({ message, receivedAt }) => {
        if (message.type !== 'linked' || others.includes(message.connectionId)) return null;
        const isSilent = !last.has(message.connectionId);
        return isSilent && Number.isFinite(receivedAt) ? 'no live message after a link' : null;
      });
    },
  },
  {
    name: 'clock',
    expected: `The clock of the machine is right within ${clockToleranceMs / 60_000} minutes.`,
    advice: 'Set the clock by NTP. The server rejects workouts of another time.',
    judge: (evidence) => {
      const { lives, workouts } = evidence;
      if (lives.length + workouts.length === 0) return undefined;
      return (
        findFirst(lives, ({ line, at, message }) => {
          const offMs = Date.parse(message.at) - at;
          const isRight = Math.abs(offMs) <= clockToleranceMs || isClockSet(evidence, line);
          return isRight ? null : `its clock is ${describeOffset(offMs)}`;
        }) ??
        // A workout may be sent long after it was lifted, but never before.
        findFirst(workouts, ({ line, at, message }) => {
          const offMs = Date.parse(message.endedAt) - at;
          const isRight = offMs <= clockToleranceMs || isClockSet(evidence, line);
          return isRight ? null : `a workout ends in the future: ${describeOffset(offMs)}`;
        })
      );
    },
  },
  {
    name: 'load-range',
    expected:
      'The machine never sets or reports a load outside its range or between two steps, whatever the server asks for.',
    advice: 'Round the load of a command to the nearest setting of the machine.',
    judge: ({ lives, workouts, machine }) => {
      if (lives.length + workouts.length === 0) return undefined;
      const range = toSettable(machine.loads);
      const judgeLoad = (kg: number) =>
        isSettable(range, toHectograms(kg)) ? null : `the load ${kg} kg`;
      return (
        findFirst(lives, ({ message }) => judgeLoad(message.loadKg)) ??
        findFirst(workouts, ({ message: { sets } }) =>
          findFirst(
            sets.flatMap(({ loadKg, reps }) => [loadKg, ...reps.map((rep) => rep.loadKg)]),
            judgeLoad,
          ),
        )
      );
    },
  },
  {
    name: 'heavy-load',
    expected:
      "Before it sets a load of more than 1.25 times the member's `recentBestKg`, the machine asks the member. Until then it stays at the best or below.",
    advice: 'Show the question on the screen and wait for a key. The load may be a typing error.',
    judge: (evidence) => {
      const links = listLinks(evidence, 'heavy-load');
      if (links === undefined) return undefined;
      const commands = evidence.commands.map(({ message }) => message);
      return findFirst(evidence.lives, ({ message: { connectionId, loadKg } }) => {
        if (!links.includes(connectionId)) return null;
        const linked = commands.find(
          (command) => command.type === 'linked' && command.connectionId === connectionId,
        );
        const bestKg = linked?.type === 'linked' ? linked.recentBestKg : null;
        const bestHg = bestKg === null ? null : toHectograms(bestKg);
        if (!isUnusuallyHeavy(toHectograms(loadKg), bestHg)) return null;
        return `it set ${loadKg} kg for a member with a best of ${bestKg} kg`;
      });
    },
  },
];

/** Returns whether the kit itself has set the clock to a wrong time. */
function isClockSet({ entries }: Evidence, line: number): boolean {
  const power = entries.findLast((entry, index) => entry.kind === 'power' && index < line);
  return power?.kind === 'power' && power.clockOffsetSeconds !== 0;
}

function describeOffset(ms: number): string {
  return `${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? 'ahead' : 'behind'}`;
}
