import type { Endpoint, EndpointOutput } from '@tanren/contract/endpoint';
import type { QueuedCalls, WriteKind } from '@tanren/contract/queued-calls';
import type { QueryClient } from '@tanstack/react-query';
import type { LinkOptions } from '@tanstack/react-router';
import { notifyDone } from '#lib/notifier.ts';
import { isProblemCode, problemText } from '#lib/rejections.ts';
import type { SendResult, UnsentWrite, WriteRejection } from './outbox-rules.ts';

/**
 * Target of a queued write: its kind, followed by the id of the changed object where there are
 * several.
 */
export type WriteTarget = WriteKind | `${WriteKind}:${string}`;

export function isOfKind({ target }: Pick<UnsentWrite, 'target'>, kind: WriteKind): boolean {
  return readKind(target) === kind;
}

/** Returns the kind of a stored target. Another build may have stored one that this one lacks. */
export function readKind(target: string): string {
  const [kind = ''] = target.split(':');
  return kind;
}

/** Page on which the member can correct a write. */
export interface WayOn {
  readonly label: string;
  /** `null` for a new menu, which becomes the draft of the editor again. */
  readonly link: LinkOptions | null;
}

/** Everything the app knows about one kind of queued write. */
export interface QueuedWrite<Answer> {
  /** Names the write in a member's words. */
  readonly name: (write: UnsentWrite) => string;
  /** Explains why the write could not be sent, and what to do. */
  readonly explain: (write: UnsentWrite) => string;
  /** Returns `null` when there is nothing to correct, or when the write is sent as it is. */
  readonly findWayOn: (write: UnsentWrite) => WayOn | null;
  /** What the member did, as it follows the time of the tap. */
  readonly doneText: string;
  /** Whether a rejected write still has content that the member loses by discarding it. */
  readonly hasContent: boolean;
  /** Updates the pages after the write has arrived while no page waited for it. */
  readonly onSent: (queryClient: QueryClient, write: UnsentWrite, answer: Answer) => void;
  /** Returns `true` when the rejection needs no notice. The write is then removed. */
  readonly onRejected: (
    queryClient: QueryClient,
    write: UnsentWrite,
    rejection: WriteRejection,
  ) => boolean;
  /** Finds out the result of a write whose time limit has passed. Absent for one without a limit. */
  readonly lookUp?: (write: UnsentWrite) => Promise<SendResult>;
}

/** Answer of one call, or of one of several. */
type AnswerOf<Call extends Endpoint> = Call extends Endpoint ? EndpointOutput<Call> : never;

/** One description for each kind. */
export type QueuedWrites = {
  readonly [Kind in WriteKind]: QueuedWrite<AnswerOf<QueuedCalls[Kind]>>;
};

/** Explains a change that stays on the device until it is sent or discarded. */
export function explainChange(
  { refusal }: Pick<UnsentWrite, 'refusal'>,
  remedy = '内容を直して保存し直すか、変更を破棄してください。',
): string {
  if (refusal === null) return 'ネットワークにつながると、自動で送信します。';
  if (refusal.code === 'stale_version') {
    return 'ほかの端末でも変更されています。内容を比べて、どちらを残すか選んでください。';
  }
  return `${isProblemCode(refusal.code) ? problemText[refusal.code] : ''}${remedy}`;
}

/** Returns the label of the link to the editor of a change. */
export function labelEditing({ refusal }: Pick<UnsentWrite, 'refusal'>): string {
  return refusal?.code === 'stale_version' ? '内容を比べて選ぶ' : '編集する';
}

export function notifyRejectedChange(): void {
  notifyDone(
    '送信できなかった変更があります',
    '画面の上の「確認が必要な変更」から内容をご確認ください。',
  );
}
