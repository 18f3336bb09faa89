import type { PrimaryPool } from '#db/primary-pool.ts';
import { errorCode } from '#http/error-code.ts';
import { describeShape } from '#http/log/database-log.ts';
import { currentSpan, runInRequest, runInSpan } from '#http/log/request-context.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { BusHandler, BusMessage, MessageBus } from '#mqtt/message-bus.ts';
import type { PushService } from '#push/push-service.ts';
import type { Span, SpanStart, Tracer } from './span.ts';

/**
 * Records the statements of traced calls and messages, without values. Returns a function that ends
 * it.
 */
export function traceQueries(pool: Pick<PrimaryPool, 'listen'>, tracer: Tracer): () => void {
  return pool.listen(({ statement, seconds, error }) => {
    const parent = currentSpan();
    if (parent === null) return;
    const text = describeShape(statement);
    const span = tracer.start({
      name: text.split(' ', 1)[0]?.toLowerCase() ?? '',
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
      parent,
      startedAt: performance.now() - seconds * 1000,
    });
    if (error !== null) span?.fail(nameError(error));
    span?.end();
  });
}

/**
 * Returns the same bus, which records messages. A published message belongs to the call or message
 * that caused it, and is not recorded without one. A message from a machine may begin a trace.
 * One from another node is recorded only if that node recorded it.
 */
export function traceMessages(bus: MessageBus, tracer: Tracer): MessageBus {
  const receive =
    (handler: BusHandler, mayBegin: boolean): BusHandler =>
    async (message) => {
      const { topic, traceparent } = message;
      const span =
        mayBegin || traceparent !== undefined
          ? tracer.start({
              name: `receive ${describeTopic(topic)}`,
              kind: 'consumer',
              attributes: describeMessage(topic, 'process'),
              traceparent,
            })
          : null;
      const continued: BusMessage = {
        ...message,
        runInContext: (run) =>
          span === null ? runInRequest(undefined, run) : runInSpan(span, run),
      };
      if (span === null) await handler(continued);
      else await runAndEnd(span, async () => await handler(continued));
    };
  return {
    ...bus,
    async publish(topic, message, options) {
      const parent = currentSpan();
      const kind: unknown = Reflect.get(message, 'type');
      const span =
        parent === null
          ? null
          : tracer.start({
              name: `publish ${describeTopic(topic)}`,
              kind: 'producer',
              attributes: {
                ...describeMessage(topic, 'send'),
                ...(typeof kind === 'string' && { 'tanren.message.type': kind }),
              },
              parent,
            });
      const publish = async () => await bus.publish(topic, message, options);
      if (span === null) await publish();
      else await runAndEnd(span, publish);
    },
    subscribeShared: (pattern, qos, handler) =>
      bus.subscribeShared(pattern, qos, receive(handler, true)),
    subscribe: (topic, handler) => bus.subscribe(topic, receive(handler, false)),
  };
}

function describeMessage(topic: BusMessage['topic'], operation: 'send' | 'process') {
  return {
    'messaging.system': 'mqtt',
    'messaging.operation.type': operation,
    'messaging.destination.template': describeTopic(topic),
  };
}

/** Replaces the id, which is always the third part, such as in `tanren/machines/{id}/commands`. */
function describeTopic(topic: string): string {
  return topic
    .split('/')
    .map((part, at) => (at === 2 ? '{id}' : part))
    .join('/');
}

/** Returns the same mailer, which records each mail without its recipient, subject and text. */
export function traceMailer(mailer: Mailer, tracer: Tracer): Mailer {
  return {
    async send(mail) {
      await runTraced(tracer, { name: 'send mail' }, async () => await mailer.send(mail));
    },
  };
}

/** Returns the same push service, which records each push with its outcome. */
export function tracePush(push: PushService, tracer: Tracer): PushService {
  return {
    ...push,
    send: async (delivery, now) =>
      await runTraced(tracer, { name: 'send push' }, async (span) => {
        const outcome = await push.send(delivery, now);
        span?.set({ 'tanren.push.outcome': outcome.kind });
        return outcome;
      }),
  };
}

async function runTraced<T>(
  tracer: Tracer,
  start: Pick<SpanStart, 'name'>,
  run: (span: Span | null) => Promise<T>,
): Promise<T> {
  const parent = currentSpan();
  const span = tracer.start({ ...start, kind: 'client', attributes: {}, parent });
  return span === null ? await run(null) : await runAndEnd(span, async () => await run(span));
}

async function runAndEnd<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await runInSpan(span, run);
  } catch (error) {
    span.fail(nameError(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Returns the code or class of an error. Its message may contain what a member has entered. */
function nameError(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
}
