import type { MachineEvent } from '#machine-event.ts';

/** What a screen knows beyond the machine itself: what happened to it so far. */
export interface MachineView {
  readonly code: string;
  readonly url: string;
  readonly validUntil: Date | null;
  /** Of the last bout without a link, until somebody links or lifts again. */
  readonly claim: {
    readonly workoutUuid: string;
    readonly code: string;
    readonly url: string;
  } | null;
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
  line: 'connecting',
  restingSince: null,
  finished: 0,
  stored: 0,
  rejected: 0,
};

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
      // A refusal says more than the closed line that follows it.
      return view.line === 'refused' ? view : { ...view, line: 'lost' };
    case 'set-started':
      return { ...view, claim: null };
    case 'rep':
      // Not at the start of the set: one that ends without a rep leaves the rest as it was.
      return { ...view, restingSince: null };
    case 'claim': {
      const { workoutUuid, code, url } = event;
      return { ...view, claim: { workoutUuid, code, url } };
    }
    case 'linked':
      return { ...view, claim: null };
    case 'set-ended':
      return { ...view, restingSince: now };
    case 'started':
      return { ...view, finished: view.finished + event.pending.length };
    case 'finished':
      // One found after a power cut stood among the pending ones.
      return event.recovered ? view : { ...view, finished: view.finished + 1, restingSince: null };
    case 'acked':
      if (event.result !== 'rejected') return { ...view, stored: view.stored + 1 };
      return {
        ...view,
        rejected: view.rejected + 1,
        // Nothing is there to be claimed.
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
      return view;
  }
}
