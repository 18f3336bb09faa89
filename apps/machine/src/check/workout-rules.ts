import { isDeepStrictEqual } from 'node:util';
import { createHmac } from 'node:crypto';
import type { AckMessage } from '@tanren/contract/machines/machine-messages';
import { isClaimTokenOf } from '@tanren/domain/machines/claim-codes';
import { toHectograms, toSettable } from '@tanren/domain/workouts/loads';
import { findImplausibility } from '@tanren/domain/workouts/workouts';
import { deriveLinkKey } from '@tanren/simulator/link-codes';
import { type Evidence, isAfter, isObject } from './evidence.ts';
import { hasFurtherFields, toFirstVersion } from './fields.ts';
import { describeSets, findFirst, judgeWorkout, listLinks, listWithin, type Rule } from './rule.ts';

/** These have rules of their own. */
const judgedElsewhere = ['in_future', 'too_old', 'load_out_of_range', 'load_off_step'];

export const workoutRules: readonly Rule[] = [
  {
    name: 'plausible',
    expected:
      'A workout ends after it starts, lasts as long as its reps, and has at most 50 sets. No rep is shorter than 200 ms, and its measures fit together.',
    advice: 'The server rejects the workout with this reason. Look it up in the document.',
    judge: ({ workouts, machine }) => {
      if (workouts.length === 0) return undefined;
      return findFirst(workouts, ({ at, message }) => {
        const claim = {
          startedAt: new Date(message.startedAt),
          endedAt: new Date(message.endedAt),
          sets: message.sets.map((set) => ({
            ...(set.startMs !== undefined && { startMs: set.startMs }),
            loadHg: toHectograms(set.loadKg),
            reps: set.reps.map((rep) => ({ ...rep, loadHg: toHectograms(rep.loadKg) })),
          })),
        };
        const reason = findImplausibility(claim, toSettable(machine.loads), new Date(at));
        return reason === null || judgedElsewhere.includes(reason) ? null : reason;
      });
    },
  },
  {
    name: 'unlinked-bout',
    expected:
      'A bout without a link is published on `unlinked-workouts` with a claim token, which is made with the key of the machine.',
    advice: 'Use the same topic tree, and make the token as the document says.',
    judge: (evidence) => {
      const step = evidence.findStep('unlinked-bout');
      if (step === null) return undefined;
      const [bout] = listWithin(evidence.unlinkedWorkouts, step);
      if (bout === undefined) return 'no bout arrived';
      const { sets, claimToken } = bout.message;
      if (describeSets(sets) !== '3 reps') return `the bout has ${describeSets(sets)} instead of 3`;
      const { id: machineId, secret } = evidence.machine;
      if (secret === null) return null;
      const key = deriveLinkKey(secret);
      const sign = (text: string) => createHmac('sha256', key).update(text).digest();
      const isOwn = isClaimTokenOf({ machineId, token: claimToken }, sign);
      return isOwn ? null : 'the claim token is not made with the key of the machine';
    },
  },
  {
    name: 'use',
    expected:
      'A machine that describes version 3 publishes `use` for each bout without a link: `true` at its first rep and `false` at its end. It never does for a bout with a link.',
    advice: 'Publish it on the topic `use`, so that the app does not show the machine as free.',
    judge: (evidence) => {
      const protocol = evidence.descriptions.at(-1)?.message.protocol ?? 1;
      const step = evidence.findStep('unlinked-bout');
      if (protocol < 3 || step === null) return undefined;
      const use = evidence.published.filter(({ channel }) => channel === 'use');
      const said = listWithin(use, step).map(({ value }) => isObject(value) && value['inUse']);
      if (said[0] !== true) return 'it did not say that it is used';
      if (said.at(-1) !== false) return 'it did not say that it is no longer used';
      const linked = evidence.findStep('lost-ack');
      const isWrong = linked !== null && listWithin(use, linked).length > 0;
      return isWrong ? 'it published `use` for a bout with a link' : null;
    },
  },
  {
    name: 'hold',
    expected:
      'A hold changes nothing but the screen. Whoever comes first lifts or links as always, and the bout is sent.',
    advice: 'Show the hold, and serve everybody. It is a courtesy, not a lock.',
    judge: (evidence) => {
      const step = evidence.findStep('hold');
      if (step === null) return undefined;
      const [bout] = listWithin(evidence.unlinkedWorkouts, step);
      if (bout === undefined) return 'no bout arrived from the held machine';
      const lifted = describeSets(bout.message.sets);
      if (lifted !== '2 reps') return `the bout has ${lifted} instead of 2`;
      const links = listLinks(evidence, 'hold') ?? [];
      const isServed = links.every((id) =>
        evidence.lives.some(({ message }) => message.connectionId === id),
      );
      return isServed ? null : 'it did not obey a link while it was held';
    },
  },
  {
    name: 'lost-ack',
    expected:
      'A workout that the server has not answered is sent again within a minute, with the same workoutUuid and the same content.',
    advice: 'Store the whole message in the journal, and send it until an ack names its UUID.',
    judge: (evidence) => {
      const [link] = listLinks(evidence, 'lost-ack') ?? [];
      if (link !== undefined) {
        const finding = judgeWorkout(evidence, link, [3, 2]);
        if (finding !== null) return finding;
        const isLink = ({ message }: { message: { connectionId: string } }) =>
          message.connectionId === link;
        if (evidence.linkedWorkouts.filter(isLink).length < 2) return 'it was not sent again';
      }
      const copies = evidence.workouts.filter(({ message, line }) =>
        evidence.workouts.some(
          (other) => other.line < line && other.message.workoutUuid === message.workoutUuid,
        ),
      );
      if (copies.length === 0) return undefined;
      return findFirst(copies, ({ message }) => {
        const first = evidence.workouts.find(
          (other) => other.message.workoutUuid === message.workoutUuid,
        );
        // Towards an old server the measures are left out.
        const [sent, again] = [first?.message, message].map(toFirstVersion);
        return isDeepStrictEqual(sent, again)
          ? null
          : 'a workout that was sent again has another content';
      });
    },
  },
  {
    name: 'duplicate-delivery',
    expected:
      'A command that comes twice changes nothing. The answer `duplicate` means that the workout is stored, and the machine stops sending it.',
    advice: 'Compare the id of the link. Treat `duplicate` like `stored`.',
    judge: (evidence) => {
      const [link] = listLinks(evidence, 'duplicate-delivery') ?? [];
      return (
        (link === undefined ? undefined : judgeWorkout(evidence, link, [2, 2])) ??
        findSentAgain(evidence, ['stored', 'duplicate'])
      );
    },
  },
  {
    name: 'rejection',
    expected:
      'A rejected workout is not sent again, and the next ones are. The machine keeps it for the service.',
    advice: 'Set the workout aside with the reason of the ack.',
    judge: (evidence) => findSentAgain(evidence, ['rejected']),
  },
  {
    name: 'roll-out',
    expected:
      'A workout with measures that is rejected as `invalid_shape` is sent once more without them, under the same workoutUuid.',
    advice: 'Send it again without the optional fields: a node of the last release has answered.',
    judge: ({ acks, workouts }) => {
      const refused = acks.flatMap((ack) => {
        const sent = workouts.findLast(
          ({ line, message }) => line < ack.line && message.workoutUuid === ack.message.workoutUuid,
        );
        const isIt = ack.message.reason === 'invalid_shape' && Number.isFinite(ack.receivedAt);
        return isIt && sent !== undefined && hasFurtherFields(sent.message) ? [ack] : [];
      });
      if (refused.length === 0) return undefined;
      return findFirst(refused, (ack) => {
        const again = workouts.filter(
          ({ line, message }) => line > ack.line && message.workoutUuid === ack.message.workoutUuid,
        );
        const isMeasured = again.some(
          (workout) => hasFurtherFields(workout.message) && isAfter(workout, ack),
        );
        if (isMeasured) return 'it was sent with its measures';
        const isPlain = again.some((workout) => !hasFurtherFields(workout.message));
        return isPlain ? null : 'it was not sent again';
      });
    },
  },
  {
    name: 'unlink',
    expected:
      'When the link ends during a bout, the reps so far are sent as a workout of that link. Later reps belong to nobody. The end of another link is ignored.',
    advice: 'Finish the bout at the command `unlinked`, and compare the id of the link first.',
    judge: (evidence) => {
      const ended = evidence.commands.flatMap((sent) =>
        sent.message.type === 'unlinked' ? [{ ...sent, id: sent.message.connectionId }] : [],
      );
      const late = findFirst(evidence.lives, (live) => {
        const end = ended.find(({ id }) => id === live.message.connectionId);
        return end !== undefined && isAfter(live, end)
          ? 'it published a live message of a link that had ended'
          : null;
      });
      const [link] = listLinks(evidence, 'unlink') ?? [];
      const step = evidence.findStep('unlink');
      if (link === undefined || step === null) return ended.length === 0 ? undefined : late;
      const finding = late ?? judgeWorkout(evidence, link, [2]);
      if (finding !== null) return finding;
      const [bout] = listWithin(evidence.unlinkedWorkouts, step);
      return bout === undefined ? 'reps after the end of the link were not sent without it' : null;
    },
  },
  {
    name: 'reconnect',
    expected:
      'When the connection breaks in the middle of a set, the machine counts on and connects again by itself. All reps arrive in one workout.',
    advice: 'Keep the bout when the connection ends. Only the command `unlinked` ends it.',
    judge: (evidence) => {
      const [link] = listLinks(evidence, 'reconnect') ?? [];
      return link === undefined ? undefined : judgeWorkout(evidence, link, [6]);
    },
  },
  {
    name: 'power-cut',
    expected:
      'Completed reps and finished workouts survive a power cut. They arrive after it under the same workoutUuid, and again until they are answered.',
    advice: 'Write each rep to the disk before it is shown, and the workout before it is sent.',
    judge: (evidence) => {
      const step = evidence.findStep('power-cut');
      const [finished, running] = listLinks(evidence, 'power-cut') ?? [];
      if (finished === undefined || running === undefined) return undefined;
      const finding = judgeWorkout(evidence, finished, [2]) ?? judgeWorkout(evidence, running, [3]);
      if (finding !== null) return finding;
      const lastStart = evidence.entries.findLastIndex(
        (entry, line) => entry.kind === 'power' && entry.isOn && line < (step?.to ?? 0),
      );
      return findFirst([finished, running], (link) => {
        const copies = evidence.linkedWorkouts.filter(
          ({ message }) => message.connectionId === link,
        );
        const live = evidence.lives.find(
          ({ message }) => message.connectionId === link && message.workoutUuid !== null,
        );
        if (live !== undefined && live.message.workoutUuid !== copies[0]?.message.workoutUuid) {
          return 'the workout has another workoutUuid than the live messages';
        }
        const isSentAgain = copies.some(({ line }) => line > lastStart);
        return isSentAgain ? null : 'an unanswered workout was not sent again after a power cut';
      });
    },
  },
];

/**
 * Describes a workout that was sent again after the machine had its answer. `undefined` when there
 * was no such answer.
 */
function findSentAgain(
  { acks, workouts }: Evidence,
  results: readonly AckMessage['result'][],
): string | null | undefined {
  const answers = acks.filter(
    // A workout with measures may be sent once more after this reason.
    ({ message: { result, reason } }) => results.includes(result) && reason !== 'invalid_shape',
  );
  if (answers.length === 0) return undefined;
  return findFirst(answers, (answer) => {
    const again = workouts.find(
      (workout) =>
        workout.message.workoutUuid === answer.message.workoutUuid && isAfter(workout, answer),
    );
    return again === undefined
      ? null
      : `a workout was sent again after the answer \`${answer.message.result}\``;
  });
}
