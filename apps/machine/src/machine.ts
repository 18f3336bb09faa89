import { isDeepStrictEqual } from 'node:util';
import {
  type LiveMessage,
  type MachineChannel,
  machineTopic,
  type StatusMessage,
  type UnlinkReason,
} from '@tanren/contract/machines/machine-messages';
import {
  isUnusuallyHeavy,
  placeLoad,
  toHectograms,
  toSettable,
} from '@tanren/domain/workouts/loads';
import { openBrokerLine, repeatUntilAnswered } from './broker/broker-line.ts';
import { openOutbox } from './broker/outbox.ts';
import { channelOf, linkOf, listSets } from './bout.ts';
import { openJournal } from './journal/journal.ts';
import type { SavedLink } from '#journal/state-files.ts';
import { deriveLinkKey, showLinkCodes } from './link-codes.ts';
import { describeLive, nextSeq, readAck, readCommand } from './messages.ts';
import type { LinkedCommand } from './machine-event.ts';
import type { MachineIdentity, MachineOptions } from './machine-setup.ts';
import { createRepCounter, type RepCounter } from './rep-counter.ts';
import { findStep, type SessionStep } from './session-steps.ts';
import { watchUnlinkedBouts } from './unlinked-bouts.ts';

export type MachineState = 'idle' | 'linked' | 'lifting' | 'resting';

export interface Machine extends Omit<RepCounter, 'prepareLoad'> {
  readonly identity: MachineIdentity;
  readonly state: () => MachineState;
  /** Its items stay the same list until they change. */
  readonly link: () => SavedLink | null;
  /** What the member's session asks for now. */
  readonly step: () => SessionStep | null;
  readonly isConnected: () => boolean;
  /** Nothing is made of a typed number but what it says: what cannot be set is refused. */
  readonly typeLoad: (kg: number) => void;
  /** A load that waits for a press, because it is far above what the member has done of late. */
  readonly unconfirmedKg: () => number | null;
  readonly confirmLoad: () => void;
  /** Finished and not answered yet. */
  readonly pendingCount: () => number;
  /** Ends the bout with what it has, tells the broker and leaves; the journal stays. */
  readonly stop: () => Promise<void>;
}

export const firmware = 'tanren-simulator/1.0';

/** One machine: it knows its member by the link, counts reps, and forgets nothing it finished. */
export function startMachine(options: MachineOptions): Machine {
  const { identity, timing, now, onEvent } = options;
  const topicOf = (channel: MachineChannel) => machineTopic(identity.id, channel);
  const journal = openJournal(options.journalFolder);
  // Whoever stood here before the power cut may be gone: a link counts once the server confirms it.
  let link: SavedLink | null = null;
  let seq = -1;
  /** Sets that the server has got since it told the items, which therefore do not know of them. */
  let storedSets = 0;
  let unconfirmedKg: number | null = null;
  /** Names the connection to the broker, see `StatusMessage`. */
  let { session } = journal;

  for (const file of journal.damaged) onEvent({ event: 'damaged', file });
  const pending = journal.pending.map(({ workoutUuid }) => workoutUuid);
  onEvent({ event: 'started', pending });
  if (journal.recovered !== null) {
    onEvent({ event: 'finished', workout: journal.recovered, recovered: true });
  }
  const unlinked = watchUnlinkedBouts(options, () => counter.finishWorkout());
  // Whoever lifted before a power cut can still claim it.
  for (const workout of journal.pending) unlinked.finished(workout);

  const status = (state: StatusMessage['state']) => ({
    topic: topicOf('status'),
    message: { state, firmware, session } satisfies StatusMessage,
  });
  const line = openBrokerLine({
    url: options.brokerUrl,
    ca: options.brokerCa,
    clientId: String(identity.id),
    password: identity.secret,
    describeWill: () => {
      // Larger with each attempt, also after a battery ran empty and the clock fell back.
      session = Math.max(session + 1, now().getTime());
      return status('offline');
    },
    subscriptions: [topicOf('acks'), topicOf('commands')],
    retry: timing.retry,
    keepAliveSeconds: timing.keepAliveSeconds,
    random: options.random,
    onConnected: () => {
      journal.saveSession(session);
      onEvent({ event: 'connected' });
      asking.begin();
      outbox.sendAgain();
      tellLive('state');
    },
    onDisconnected: (reason) => onEvent({ event: 'disconnected', reason }),
    onRefused: (reason) => onEvent({ event: 'refused', reason }),
    onMessage: (topic, payload) => {
      if (topic === topicOf('acks')) handleAck(payload);
      else if (topic === topicOf('commands')) handleCommand(payload);
    },
  });
  const asking = repeatUntilAnswered(timing.askMs, () =>
    line.publish(status('online').topic, status('online').message, 1),
  );
  const outbox = openOutbox({
    pending: journal.pending,
    idOf: ({ workoutUuid }) => workoutUuid,
    resendMs: timing.resendMs,
    now,
    isConnected: line.isConnected,
    publish: (workout) => line.publish(topicOf(channelOf(workout)), workout, 1),
    onPublished: (workoutUuid, attempt) => onEvent({ event: 'published', workoutUuid, attempt }),
  });

  const tellLive = (type: LiveMessage['type']) => {
    if (link === null) return;
    seq = nextSeq(seq, new Date(link.linkedAt), now());
    const { connectionId } = link;
    const message = describeLive(type, connectionId, counter.bout(), counter.loadKg(), seq, now());
    line.publish(topicOf('live'), message, 0);
  };
  /** Sets of a bout under way, of those still on their way, and of those that have arrived. */
  const step = () => {
    if (link === null) return null;
    const { connectionId, items } = link;
    const waiting = outbox.list().filter((workout) => linkOf(workout) === connectionId);
    const waitingSets = waiting.reduce((sum, { sets }) => sum + sets.length, 0);
    return findStep(items, storedSets + waitingSets + (counter.bout()?.sets.length ?? 0));
  };
  const stateTimer = setInterval(() => tellLive('state'), timing.stateMs);

  const { prepareLoad, ...counter } = createRepCounter({
    range: identity,
    journal,
    now,
    onEvent,
    connectionId: () => link?.connectionId ?? null,
    makeClaimToken: unlinked.makeToken,
    sessionItem: () => step()?.item ?? null,
    tellLive,
    onSetEnded: () => {
      // Another item asks for another load; within one the member knows better.
      const next = step();
      if (next?.set === 1 && next.loadKg !== null) followPlan(next.loadKg);
    },
    onFinished: (workout) => {
      outbox.add(workout);
      unlinked.finished(workout);
    },
    onActivity: () => unlinked.lifted(link !== null),
  });

  const hideCodes = showLinkCodes({
    machineId: identity.id,
    linkKey: deriveLinkKey(identity.secret),
    webOrigin: options.webOrigin,
    now,
    onEvent,
  });

  function handleAck(payload: Buffer): void {
    const ack = readAck(payload);
    if (ack === null) {
      onEvent({ event: 'ignored', topic: 'acks', reason: 'not understood' });
      return;
    }
    const { result, reason = null } = ack;
    outbox.answered(ack.workoutUuid, (workout, left) => {
      if (result === 'rejected') journal.setAside(workout, reason, now());
      else journal.settle(workout);
      const { workoutUuid } = workout;
      onEvent({ event: 'acked', workoutUuid, result, reason, pending: left });
      const isOurs = linkOf(workout) === (link?.connectionId ?? '');
      if (isOurs && result !== 'rejected') storedSets += workout.sets.length;
    });
  }

  function handleCommand(payload: Buffer): void {
    const command = readCommand(payload);
    if (command === null) {
      onEvent({ event: 'ignored', topic: 'commands', reason: 'not understood' });
      return;
    }
    asking.answered();
    if (command.type === 'linked') acceptLink(command);
    else if (command.connectionId === null || command.connectionId === link?.connectionId)
      releaseLink(command.reason);
    else onEvent({ event: 'ignored', topic: 'commands', reason: 'of another link' });
  }

  /**
   * The load to stand at for a plan. One that is far above the member's best is asked about first:
   * a slip of whoever typed it must not hang on the bar.
   */
  function weigh(kg: number): number {
    const bestKg = link?.recentBestKg ?? null;
    const isHeavy = bestKg !== null && isUnusuallyHeavy(toHectograms(kg), toHectograms(bestKg));
    unconfirmedKg = isHeavy ? kg : null;
    return isHeavy ? bestKg : kg;
  }

  function followPlan(kg: number): void {
    counter.setLoad(weigh(kg));
    askToConfirm();
  }

  function askToConfirm(): void {
    const recentBestKg = link?.recentBestKg ?? null;
    if (unconfirmedKg === null || recentBestKg === null) return;
    onEvent({ event: 'confirm-load', loadKg: unconfirmedKg, recentBestKg });
  }

  function acceptLink({ type: _type, ...command }: LinkedCommand): void {
    const known = link ?? journal.link;
    const linkedAt =
      known?.connectionId === command.connectionId ? known.linkedAt : now().toISOString();
    const isNew = command.connectionId !== link?.connectionId;
    const isReplanned = !isNew && !isDeepStrictEqual(link?.items, command.items);
    // The rule's own changes with every workout, and is for the next visit.
    const isChosen = command.chosenByTrainer || link?.chosenByTrainer === true;
    const isReloaded = !isNew && isChosen && link?.nextLoadKg !== command.nextLoadKg;
    if (isNew) {
      releaseLink('moved');
      // What was lifted before the link began is nobody's yet: it can be claimed.
      counter.finishWorkout();
      seq = -1;
    }
    const items = isNew || isReplanned ? command.items : (link?.items ?? []);
    link = { ...command, items, linkedAt };
    storedSets = 0;
    journal.saveLink(link);
    const target = step()?.loadKg ?? null;
    const { connectionId, nickname, nextLoadKg } = command;
    const wanted = target ?? nextLoadKg;
    if (isNew) {
      prepareLoad(wanted === null ? null : weigh(wanted));
      onEvent({ event: 'linked', connectionId, nickname, nextLoadKg, items });
      askToConfirm();
    } else if (isReplanned || isReloaded) {
      if (isReplanned) onEvent({ event: 'items', items });
      if (isReloaded) onEvent({ event: 'next-load', nextLoadKg });
      // What somebody lifts already, they have chosen.
      const isLifting = listSets(counter.bout()).length > 0;
      const isAsked = isReloaded || target !== null;
      if (wanted !== null && isAsked && !isLifting) followPlan(wanted);
    }
    tellLive('state');
  }

  function releaseLink(reason: UnlinkReason): void {
    if (link === null) return;
    counter.finishWorkout();
    const { connectionId } = link;
    link = null;
    unconfirmedKg = null;
    journal.removeLink();
    onEvent({ event: 'unlinked', connectionId, reason });
  }

  return {
    ...counter,
    setLoad: (kg) => {
      // By hand: whoever is there has chosen.
      unconfirmedKg = null;
      counter.setLoad(kg);
    },
    typeLoad(kg) {
      const isSettable = placeLoad(kg * 10, toSettable(identity)).kind === 'settable';
      if (isSettable) this.setLoad(kg);
      else onEvent({ event: 'load-refused', loadKg: kg });
    },
    unconfirmedKg: () => unconfirmedKg,
    confirmLoad: () => {
      if (unconfirmedKg === null) return;
      const kg = unconfirmedKg;
      unconfirmedKg = null;
      counter.setLoad(kg);
    },
    identity,
    state: () => {
      const bout = counter.bout();
      if (bout === null) return link === null ? 'idle' : 'linked';
      return bout.current === null ? 'resting' : 'lifting';
    },
    link: () => link,
    step,
    isConnected: line.isConnected,
    pendingCount: outbox.count,
    stop: async () => {
      clearInterval(stateTimer);
      unlinked.stop();
      asking.answered();
      hideCodes();
      counter.finishWorkout();
      outbox.close();
      await line.close(status('offline'));
    },
  };
}
