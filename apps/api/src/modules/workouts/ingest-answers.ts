import type { AckMessage, MemberLiveMessage } from '@tanren/contract/machine-messages';
import { machineTopic, memberLiveTopic } from '@tanren/contract/machine-topics';
import { toKilograms } from '@tanren/domain/loads';
import type { MessageBus } from '#mqtt/message-bus.ts';
import type { IngestOutcome } from './ingest-outcome.ts';

/** Only after the commit: an ack lets the machine forget the workout. */
export async function answerOutcome(bus: MessageBus, outcome: IngestOutcome): Promise<void> {
  await bus.publish(machineTopic(outcome.machineId, 'acks'), toAck(outcome), { qos: 1 });
  const news = toNews(outcome);
  if (news !== null) await bus.publish(memberLiveTopic(news.sub), news.message, { qos: 1 });
}

function toAck(outcome: IngestOutcome): AckMessage {
  const { result, workoutUuid } = outcome;
  return result === 'rejected'
    ? { workoutUuid, result, reason: outcome.reason }
    : { workoutUuid, result };
}

function toNews(outcome: IngestOutcome): { sub: string; message: MemberLiveMessage } | null {
  switch (outcome.result) {
    case 'stored': {
      const { sub, connectionId, workoutUuid, workoutId, workoutTypeId, personalBests } = outcome;
      const [max, tfo] = [toKilograms(outcome.maxHg), toKilograms(outcome.tfoHg)];
      const ids = { connectionId, workoutUuid, workoutId, workoutTypeId };
      return { sub, message: { type: 'workout-stored', ...ids, max, tfo, personalBests } };
    }
    case 'rejected': {
      const { sub, connectionId, workoutUuid, reason } = outcome;
      if (sub === null || connectionId === null || workoutUuid === null) return null;
      return { sub, message: { type: 'workout-rejected', connectionId, workoutUuid, reason } };
    }
    case 'duplicate':
      return null;
  }
}
