import type {
  AckMessage,
  CommandMessage,
  RejectionReason,
  UnlinkReason,
} from '@tanren/contract/machines/machine-messages';
import type { BoutMessage } from './bout.ts';

/**
 * Everything that happens at a machine, for whoever shows it. `finished` comes after the workout
 * is safe in the journal: from there on it must arrive.
 */
export type MachineEvent =
  | { readonly event: 'started'; readonly pending: readonly string[] }
  | { readonly event: 'connected' }
  | { readonly event: 'disconnected'; readonly reason: string }
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
  /** A session began, changed or ended while somebody was linked. */
  | { readonly event: 'items'; readonly items: LinkedCommand['items'] }
  | {
      readonly event: 'unlinked';
      readonly connectionId: string;
      readonly reason: UnlinkReason | 'moved';
    }
  | { readonly event: 'load'; readonly loadKg: number }
  /** A trainer chose another load while somebody was linked, or took it back. */
  | { readonly event: 'next-load'; readonly nextLoadKg: number | null }
  /** Far above what the member has done of late: it is set by a press. */
  | { readonly event: 'confirm-load'; readonly loadKg: number; readonly recentBestKg: number }
  | { readonly event: 'load-refused'; readonly loadKg: number }
  | {
      readonly event: 'set-started';
      readonly workoutUuid: string;
      readonly set: number;
      readonly loadKg: number;
      /** Of the session, from 1; null: done freely. */
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
  | {
      readonly event: 'set-ended';
      readonly set: number;
      readonly reps: number;
      readonly loadKg: number;
    }
  | { readonly event: 'finished'; readonly workout: BoutMessage; readonly recovered: boolean }
  /** Lifted without a link: by this code whoever lifted it can claim it. */
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
      readonly reason: RejectionReason | null;
      readonly pending: number;
    }
  | { readonly event: 'damaged'; readonly file: string }
  | { readonly event: 'ignored'; readonly topic: string; readonly reason: string };

export type MachineListener = (event: MachineEvent) => void;

export type LinkedCommand = Extract<CommandMessage, { type: 'linked' }>;
