import type { UnlinkReason } from '@tanren/contract/machines/machine-commands';
import type { AckMessage, CommandMessage } from '@tanren/contract/machines/machine-messages';
import type { BoutMessage } from './bout.ts';

/**
 * Events of a machine, for displays. `finished` comes after the workout is stored in the journal,
 * from which it will be sent until the server has answered.
 */
export type MachineEvent =
  | { readonly event: 'started'; readonly pending: readonly string[] }
  | { readonly event: 'connected' }
  | { readonly event: 'disconnected'; readonly reason: string }
  /** The server has told its version and its time. */
  | { readonly event: 'welcomed'; readonly protocol: number; readonly at: string }
  | {
      readonly event: 'described';
      readonly result: 'stored' | 'rejected';
      readonly detail: string | null;
    }
  /** The server has set the seat of the member. */
  | { readonly event: 'seat'; readonly seat: number }
  /** A member is on the way. The screen shows it until this time, a link or `released`. */
  | { readonly event: 'held'; readonly initial: string; readonly until: string }
  | { readonly event: 'released' }
  | { readonly event: 'refused'; readonly reason: string }
  | {
      readonly event: 'code';
      readonly code: string;
      readonly url: string;
      readonly validUntil: string;
    }
  | {
      readonly event: 'linked';
      readonly connectionId: string;
      readonly nickname: string;
      readonly nextLoadKg: number | null;
      readonly items: LinkedCommand['items'];
    }
  /** A menu began, changed or ended while a member was linked. */
  | { readonly event: 'items'; readonly items: LinkedCommand['items'] }
  | {
      readonly event: 'unlinked';
      readonly connectionId: string;
      readonly reason: UnlinkReason | 'moved';
    }
  | { readonly event: 'load'; readonly loadKg: number }
  /** A trainer chose another load, or removed it, while a member was linked. */
  | { readonly event: 'next-load'; readonly nextLoadKg: number | null }
  /** The load is far above the member's recent best. A key press must confirm it. */
  | { readonly event: 'confirm-load'; readonly loadKg: number; readonly recentBestKg: number }
  | { readonly event: 'load-refused'; readonly loadKg: number }
  | {
      readonly event: 'set-started';
      readonly workoutUuid: string;
      readonly set: number;
      readonly loadKg: number;
      /** Number of the item in the menu, from 1. `null` for a set outside the menu. */
      readonly item: number | null;
    }
  | {
      readonly event: 'rep';
      readonly set: number;
      readonly rep: number;
      readonly loadKg: number;
      readonly ms: number;
      readonly max: number;
      readonly tfo: number;
    }
  | { readonly event: 'failed-rep'; readonly set: number; readonly loadKg: number }
  | {
      readonly event: 'set-ended';
      readonly set: number;
      readonly reps: number;
      readonly loadKg: number;
    }
  | { readonly event: 'finished'; readonly workout: BoutMessage; readonly recovered: boolean }
  /** The bout was done without a link. With this code the person can claim it. */
  | {
      readonly event: 'claim';
      readonly workoutUuid: string;
      readonly code: string;
      readonly url: string;
    }
  | { readonly event: 'published'; readonly workoutUuid: string; readonly attempt: number }
  | {
      readonly event: 'acked';
      readonly workoutUuid: string;
      readonly result: AckMessage['result'];
      /** A newer server may send a reason that is not in the contract. */
      readonly reason: string | null;
      readonly pending: number;
    }
  | { readonly event: 'damaged'; readonly file: string }
  | { readonly event: 'ignored'; readonly topic: string; readonly reason: string };

export type MachineListener = (event: MachineEvent) => void;

/** A command as it was received. */
export type ReceivedCommand = CommandMessage;

export type LinkedCommand = Extract<CommandMessage, { type: 'linked' }>;
