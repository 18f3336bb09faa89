import {
  type DescriptionMessage,
  protocolVersion,
} from '@tanren/contract/machines/machine-description';
import type { BoutMessage } from './bout.ts';
import type { ReceivedCommand } from './machine-event.ts';
import type { MachineOptions } from './machine-setup.ts';
import { hasMeasures, measuredNames, withoutMeasures } from './measures.ts';

export const firmware = 'tanren-simulator/2.0';

interface ServerProtocolParts extends Pick<
  MachineOptions,
  'identity' | 'equipment' | 'timing' | 'onEvent'
> {
  readonly publishDescription: (description: DescriptionMessage) => void;
  /** Called when workouts may be sent on a new connection. */
  readonly sendWorkouts: () => void;
  /** Called when an unused machine should ask a server that has told no or an older version. */
  readonly askAgain: () => void;
  /** Returns whether the stack is up, so that the seat must not move. */
  readonly isLifting: () => boolean;
}

export interface ServerProtocol {
  readonly connected: () => void;
  readonly disconnected: () => void;
  /** Whether workouts wait for the version of the server, which decides what they may contain. */
  readonly isAwaited: () => boolean;
  /** Whether the server understands measures. */
  readonly takesMeasures: () => boolean;
  /** Whether the server understands that the machine is used without a link. */
  readonly takesUse: () => boolean;
  /** Handles a command about the protocol. Returns false for one about the link. */
  readonly handle: (command: ReceivedCommand, connectionId: string | null) => boolean;
  /** Called when the server has answered with the link: one without a version has the first. */
  readonly answered: () => void;
  /** Returns the workout with the fields that the server understands. */
  readonly toSendable: (workout: BoutMessage) => BoutMessage;
  /**
   * Returns whether a workout of invalid shape is to be sent again without its measures, once.
   * During a roll-out a node of the previous release may get it after another node has told the new
   * version.
   */
  readonly retriesPlain: (workout: BoutMessage) => boolean;
  readonly seat: () => number | null;
  readonly setSeat: (seat: number) => void;
  readonly stop: () => void;
}

/** Learns the version of the server, and describes the machine to a server that understands it. */
export function openServerProtocol(parts: ServerProtocolParts): ServerProtocol {
  const { identity, equipment, timing, onEvent } = parts;
  let version = 1;
  let isAwaited = false;
  let welcomeTimer: NodeJS.Timeout | undefined;
  let seat = equipment?.seat ?? null;
  /** Workouts whose measures were rejected. */
  const plain = new Set<string>();
  // During a roll-out a node of the previous release may have answered, which has an older version.
  const askTimer = setInterval(() => {
    if (equipment !== null && version < protocolVersion) parts.askAgain();
  }, timing.askAgainMs);

  const sendWorkouts = () => {
    clearTimeout(welcomeTimer);
    isAwaited = false;
    parts.sendWorkouts();
  };

  const setSeat = (position: number) => {
    if (equipment === null || parts.isLifting() || position === seat) return;
    seat = position;
    onEvent({ event: 'seat', seat });
  };

  const ignore = () => onEvent({ event: 'ignored', topic: 'commands', reason: 'not understood' });

  const acceptWelcome = (protocol: number, at: string) => {
    if (equipment === null) {
      ignore();
      return;
    }
    version = protocol;
    onEvent({ event: 'welcomed', protocol, at });
    const { maker, model, setsSeat } = equipment;
    const { minLoad, maxLoad, loadStep } = identity;
    parts.publishDescription({
      protocol: protocolVersion,
      maker,
      model,
      firmware,
      loads: { minKg: minLoad, maxKg: maxLoad, stepKg: loadStep },
      measures: measuredNames.filter((name) => name !== 'seat' || seat !== null),
      setsSeat,
    });
    if (isAwaited) sendWorkouts();
  };

  return {
    connected: () => {
      version = 1;
      isAwaited = equipment !== null;
      if (isAwaited) welcomeTimer = setTimeout(sendWorkouts, timing.welcomeMs);
      else sendWorkouts();
    },
    disconnected: () => clearTimeout(welcomeTimer),
    isAwaited: () => isAwaited,
    takesMeasures: () => version >= 2,
    takesUse: () => version >= 3,
    handle: (command, connectionId) => {
      switch (command.type) {
        case 'welcome':
          acceptWelcome(command.protocol, command.at);
          return true;
        case 'described': {
          const { result, detail = null } = command;
          onEvent({ event: 'described', result, detail });
          return true;
        }
        case 'seat': {
          const isMine = command.connectionId === connectionId;
          if (isMine && equipment?.setsSeat === true) setSeat(command.seat);
          return true;
        }
        case 'held': {
          const { initial, until } = command;
          if (equipment === null) ignore();
          else onEvent({ event: 'held', initial, until });
          return true;
        }
        case 'released':
          if (equipment === null) ignore();
          else onEvent({ event: 'released' });
          return true;
        case 'linked':
        case 'unlinked':
          return false;
      }
    },
    answered: () => {
      if (isAwaited) sendWorkouts();
    },
    toSendable: (workout) =>
      version >= 2 && !plain.has(workout.workoutUuid) ? workout : withoutMeasures(workout),
    retriesPlain: (workout) => {
      const { workoutUuid } = workout;
      const isFirst = hasMeasures(workout) && !plain.has(workoutUuid);
      if (isFirst) plain.add(workoutUuid);
      else plain.delete(workoutUuid);
      return isFirst;
    },
    seat: () => seat,
    setSeat,
    stop: () => {
      clearTimeout(welcomeTimer);
      clearInterval(askTimer);
    },
  };
}
