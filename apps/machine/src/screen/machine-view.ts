import type { MachineEvent } from '@tanren/simulator/machine-event';

/** State of a screen that the machine itself does not have, made from its past events. */
export interface MachineView {
  readonly code: string;
  readonly url: string;
  readonly validUntil: Date | null;
  /**
   * Claim code of the last bout without a link, until the next link or rep. `null` when there is
   * none.
   */
  readonly claim: {
    readonly workoutUuid: string;
    readonly code: string;
    readonly url: string;
  } | null;
  /** The member who is on the way. `null` when nobody holds the machine. */
  readonly held: { readonly initial: string; readonly until: Date } | null;
  readonly line: 'connecting' | 'connected' | 'lost' | 'refused';
  readonly restingSince: Date | null;
  readonly finished: number;
  readonly stored: number;
  readonly rejected: number;
}

export const emptyView: MachineView = {
  code: '',
  url: '',
  validUntil: null,
  claim: null,
  held: null,
  line: 'connecting',
  restingSince: null,
  finished: 0,
  stored: 0,
  rejected: 0,
};

/** Longest time in milliseconds for which a hold is shown, also when one of the clocks is wrong. */
const longestHoldMs = 120_000;

function endHold(until: string, now: Date): Date {
  return new Date(Math.min(Date.parse(until), now.getTime() + longestHoldMs));
}

export function updateView(view: MachineView, event: MachineEvent, now: Date): MachineView {
  switch (event.event) {
    case 'code':
      return {
        ...view,
        code: event.code,
        url: event.url,
        validUntil: new Date(event.validUntil),
      };
    case 'connected':
      return { ...view, line: 'connected' };
    case 'refused':
      return { ...view, line: 'refused' };
    case 'disconnected':
      // The rejection is more informative than the closed connection that follows it.
      return view.line === 'refused' ? view : { ...view, line: 'lost' };
    case 'set-started':
      return { ...view, claim: null };
    case 'rep':
      // The rest ends with a rep and not with the start of a set, because a set may end without a
      // rep.
      return { ...view, restingSince: null };
    case 'claim': {
      const { workoutUuid, code, url } = event;
      return { ...view, claim: { workoutUuid, code, url } };
    }
    case 'linked':
      return { ...view, claim: null, held: null };
    case 'held':
      return { ...view, held: { initial: event.initial, until: endHold(event.until, now) } };
    case 'released':
      return { ...view, held: null };
    case 'set-ended':
      return { ...view, restingSince: now };
    case 'started':
      return { ...view, finished: view.finished + event.pending.length };
    case 'finished':
      // A workout recovered after a power cut was already counted among the pending ones.
      return event.recovered ? view : { ...view, finished: view.finished + 1, restingSince: null };
    case 'acked':
      if (event.result !== 'rejected') return { ...view, stored: view.stored + 1 };
      return {
        ...view,
        rejected: view.rejected + 1,
        // A rejected bout cannot be claimed.
        claim: view.claim?.workoutUuid === event.workoutUuid ? null : view.claim,
      };
    case 'unlinked':
    case 'items':
    case 'load':
    case 'next-load':
    case 'confirm-load':
    case 'load-refused':
    case 'published':
    case 'damaged':
    case 'ignored':
    case 'welcomed':
    case 'described':
    case 'seat':
    case 'failed-rep':
      return view;
  }
}
