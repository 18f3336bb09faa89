import { isDeepStrictEqual } from 'node:util';
import type { UnlinkReason } from '@tanren/contract/machines/machine-commands';
import {
  type LiveMessage,
  type MachineChannel,
  machineTopic,
  type StatusMessage,
} from '@tanren/contract/machines/machine-messages';
import { placeLoad, toSettable } from '@tanren/domain/workouts/loads';
import { openBrokerLine, repeatUntilAnswered } from './broker/broker-line.ts';
import { openOutbox } from './broker/outbox.ts';
import { channelOf, findState, linkOf, listSets } from './bout.ts';
import type { SavedLink } from '#journal/state-files.ts';
import { deriveLinkKey, showLinkCodes } from './link-codes.ts';
import { senseRep } from './measures.ts';
import { firmware, openServerProtocol } from './server-protocol.ts';
import { describeLive, describeMeasures, describeUse, readAck, readCommand } from './messages.ts';
import { numberLive } from './live-numbers.ts';
import { createLoadConfirmation } from './load-confirmation.ts';
import type { LinkedCommand } from './machine-event.ts';
import type { Machine, MachineOptions } from './machine-setup.ts';
import { createRepCounter } from './rep-counter.ts';
import { findStep } from './menu-steps.ts';
import { watchUnlinkedBouts } from './unlinked-bouts.ts';

/**
 * Starts one machine. It knows its member by the link, counts reps, and loses no finished workout.
 */
export function startMachine(options: MachineOptions): Machine {
  const { identity, equipment, journal, timing, now, onEvent, openLine = openBrokerLine } = options;
  const topicOf = (channel: MachineChannel) => machineTopic(identity.id, channel);
  // The link counts only after the server has confirmed it, because the member before the power cut
  // may be gone.
  let link: SavedLink | null = null;
  let seq = -1;
  /**
   * Number of sets that the server has received since it sent the items, which do not include them.
   */
  let storedSets = 0;
  const confirmation = createLoadConfirmation(() => link?.recentBestKg ?? null, onEvent);
  /** Number of the connection to the broker, see `StatusMessage`. */
  let { session } = journal;

  for (const file of journal.damaged) onEvent({ event: 'damaged', file });
  onEvent({ event: 'started', pending: journal.pending.map(({ workoutUuid }) => workoutUuid) });
  if (journal.recovered !== null) {
    onEvent({ event: 'finished', workout: journal.recovered, recovered: true });
  }
  const unlinked = watchUnlinkedBouts(options, {
    finishWorkout: () => counter.finishWorkout(),
    publishUse: (inUse) => {
      if (protocol.takesUse()) line.publish(topicOf('use'), describeUse(inUse, now()), 0);
    },
  });
  // A person who lifted before a power cut can still claim the workout.
  for (const workout of journal.pending) unlinked.finished(workout);

  const status = (state: StatusMessage['state']) => ({
    topic: topicOf('status'),
    message: { state, firmware, session } satisfies StatusMessage,
  });
  const line = openLine({
    url: options.brokerUrl,
    ca: options.brokerCa,
    clientId: String(identity.id),
    password: identity.secret,
    describeWill: () => {
      // The number grows with each attempt, also when an empty battery has reset the clock.
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
      linkRequest.begin();
      protocol.connected();
      publishLive('state');
    },
    onDisconnected: (reason) => {
      protocol.disconnected();
      onEvent({ event: 'disconnected', reason });
    },
    onRejected: (reason) => onEvent({ event: 'refused', reason }),
    onMessage: (topic, payload) => {
      if (topic === topicOf('acks')) handleAck(payload);
      else if (topic === topicOf('commands')) handleCommand(payload);
    },
  });
  const linkRequest = repeatUntilAnswered(timing.requestMs, () =>
    line.publish(status('online').topic, status('online').message, 1),
  );
  const outbox = openOutbox({
    pending: journal.pending,
    idOf: ({ workoutUuid }) => workoutUuid,
    resendMs: timing.resendMs,
    now,
    isConnected: () => line.isConnected() && !protocol.isAwaited(),
    publish: (workout) =>
      line.publish(topicOf(channelOf(workout)), protocol.toSendable(workout), 1),
    onPublished: (workoutUuid, attempt) => onEvent({ event: 'published', workoutUuid, attempt }),
  });

  const protocol = openServerProtocol({
    ...options,
    publishDescription: (description) => line.publish(topicOf('description'), description, 1),
    sendWorkouts: () => outbox.sendAgain(),
    askAgain: () => {
      const isUnused = link === null && counter.bout() === null;
      if (isUnused && line.isConnected()) linkRequest.begin();
    },
    isLifting: () => (counter.bout()?.current ?? null) !== null,
  });

  const publishLive = (type: LiveMessage['type']) => {
    if (link === null) return;
    ({ seq, link } = numberLive(link, seq, now(), journal.saveLink));
    const bout = counter.bout();
    const { connectionId } = link;
    const message = describeLive(type, connectionId, bout, counter.loadKg(), seq, now());
    line.publish(topicOf('live'), message, 0);
    if (type !== 'rep' || !protocol.takesMeasures() || bout === null) return;
    const measures = describeMeasures(connectionId, bout);
    if (measures !== null) line.publish(topicOf('rep-measures'), measures, 0);
  };
  /**
   * Returns the step after all sets: those of the running bout, those being sent, and those
   * received.
   */
  const step = () => {
    if (link === null) return null;
    const { connectionId, items } = link;
    const waiting = outbox.list().filter((workout) => linkOf(workout) === connectionId);
    const waitingSets = waiting.reduce((sum, { sets }) => sum + sets.length, 0);
    return findStep(items, storedSets + waitingSets + (counter.bout()?.sets.length ?? 0));
  };
  const stateTimer = setInterval(() => publishLive('state'), timing.stateMs);

  const { prepareLoad, ...counter } = createRepCounter({
    range: identity,
    journal,
    now,
    onEvent,
    connectionId: () => link?.connectionId ?? null,
    makeClaimToken: unlinked.makeToken,
    sessionItem: () => step()?.item ?? null,
    publishLive,
    onSetEnded: () => {
      // A new item sets its load. Within an item the member's choice stays.
      const next = step();
      if (next?.set === 1 && next.loadKg !== null) setPlannedLoad(next.loadKg);
    },
    onFinished: (workout) => {
      outbox.add(workout);
      unlinked.finished(workout);
    },
    onActivity: unlinked.lifted,
    sense: equipment === null ? null : (ms) => senseRep(ms, options.random),
    seat: protocol.seat,
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
      if (reason === 'invalid_shape' && protocol.retriesPlain(workout)) {
        outbox.add(workout);
        return;
      }
      if (result === 'rejected') journal.setAside(workout, reason, now());
      else journal.remove(workout);
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
    if (protocol.handle(command, link?.connectionId ?? null)) return;
    linkRequest.answered();
    protocol.answered();
    if (command.type === 'linked') acceptLink(command);
    else if (command.type !== 'unlinked') return;
    else if (command.connectionId === null || command.connectionId === link?.connectionId)
      releaseLink(command.reason);
    else onEvent({ event: 'ignored', topic: 'commands', reason: 'of another link' });
  }

  function setPlannedLoad(kg: number): void {
    counter.setLoad(confirmation.weigh(kg));
    confirmation.request();
  }

  function acceptLink({ type: _type, ...command }: LinkedCommand): void {
    const known = [link, journal.link].find((one) => one?.connectionId === command.connectionId);
    const { linkedAt, seqEnd } = known ?? { linkedAt: now().toISOString() };
    const isNew = command.connectionId !== link?.connectionId;
    const isReplanned = !isNew && !isDeepStrictEqual(link?.items, command.items);
    // The calculated load changes with every workout and is for the next visit, so only a trainer's
    // load counts.
    const isChosen = command.chosenByTrainer || link?.chosenByTrainer === true;
    const isReloaded = !isNew && isChosen && link?.nextLoadKg !== command.nextLoadKg;
    if (isNew) {
      releaseLink('moved');
      // Sets lifted before the link began belong to no member yet. They can be claimed.
      counter.finishWorkout();
      seq = seqEnd ?? -1;
    }
    const items = isNew || isReplanned ? command.items : (link?.items ?? []);
    link = { ...command, items, linkedAt, ...(seqEnd !== undefined && { seqEnd }) };
    storedSets = 0;
    journal.saveLink(link);
    const target = step()?.loadKg ?? null;
    const { connectionId, nickname, nextLoadKg } = command;
    const wanted = target ?? nextLoadKg;
    if (isNew) {
      prepareLoad(wanted === null ? null : confirmation.weigh(wanted));
      onEvent({ event: 'linked', connectionId, nickname, nextLoadKg, items });
      confirmation.request();
    } else if (isReplanned || isReloaded) {
      if (isReplanned) onEvent({ event: 'items', items });
      if (isReloaded) onEvent({ event: 'next-load', nextLoadKg });
      // A plan does not change the load while the member is lifting.
      const isLifting = listSets(counter.bout()).length > 0;
      const isAsked = isReloaded || target !== null;
      if (wanted !== null && isAsked && !isLifting) setPlannedLoad(wanted);
    }
    publishLive('state');
  }

  function releaseLink(reason: UnlinkReason): void {
    if (link === null) return;
    counter.finishWorkout();
    const { connectionId } = link;
    link = null;
    confirmation.clear();
    journal.removeLink();
    onEvent({ event: 'unlinked', connectionId, reason });
  }

  return {
    ...counter,
    setLoad: (kg) => {
      // The member has set the load by hand, so no confirmation is needed.
      confirmation.clear();
      counter.setLoad(kg);
    },
    typeLoad(kg) {
      const isSettable = placeLoad(kg * 10, toSettable(identity)).kind === 'settable';
      if (isSettable) this.setLoad(kg);
      else onEvent({ event: 'load-refused', loadKg: kg });
    },
    unconfirmedKg: confirmation.pendingKg,
    confirmLoad: () => {
      const kg = confirmation.pendingKg();
      if (kg === null) return;
      confirmation.clear();
      counter.setLoad(kg);
    },
    identity,
    state: () => findState(counter.bout(), link !== null),
    link: () => link,
    seat: protocol.seat,
    setSeat: protocol.setSeat,
    step,
    isConnected: line.isConnected,
    pendingCount: outbox.count,
    stop: async () => {
      clearInterval(stateTimer);
      protocol.stop();
      unlinked.stop();
      linkRequest.answered();
      hideCodes();
      counter.finishWorkout();
      outbox.close();
      await line.close(status('offline'));
    },
  };
}
