import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  type Span as RecordedSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '#config/tracing-settings.ts';
import { limitTime } from '#db/limit-time.ts';
import { readTraceparent, type Span, type SpanStart, type Tracer } from './span.ts';

/*
 * This file loads the SDK of OpenTelemetry. Only `main.ts` imports it, and only when traces are on.
 */

/** Maximum time to send a batch, also at the end of the program. */
const sendMs = 5000;

interface TracerLog {
  warn(about: object, text: string): void;
  info(about: object, text: string): void;
}

interface OpenTracer extends Tracer {
  /** Logs when the collector stops taking spans, and when it takes them again. */
  readonly watch: (log: TracerLog) => void;
  /** Sends what has been recorded so far. Spans are otherwise sent every five seconds. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface TracerNode {
  readonly nodeName: string;
  readonly version: string;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

export function openTracer(
  settings: TracingSettings,
  { nodeName, version }: TracerNode,
): OpenTracer {
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: { ...settings.headers },
    timeoutMillis: sendMs,
  });
  const watched = watchExports(exporter);
  const ids = createIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': version,
      'service.instance.id': nodeName,
    }),
    // The decision depends on the trace id only, so all nodes agree on a trace. The decision of the
    // sender is ignored, because every client can send one.
    sampler:
      settings.sampledShare === 1
        ? new AlwaysOnSampler()
        : new TraceIdRatioBasedSampler(settings.sampledShare),
    idGenerator: ids.generator,
    spanProcessors: [
      new BatchSpanProcessor({ exporter: watched.exporter, exportTimeoutMillis: sendMs }),
    ],
  });
  const tracer = provider.getTracer('tanren', version);
  const contexts = new WeakMap<Span, Context>();

  const findContext = ({ parent = null, traceparent }: SpanStart): Context => {
    if (parent !== null) return contexts.get(parent) ?? ROOT_CONTEXT;
    const remote = readTraceparent(traceparent);
    if (remote === null) return ROOT_CONTEXT;
    const { traceId, spanId, isRecorded } = remote;
    // A page names its taps but records no span. Its calls begin the trace under that name, since
    // tools would otherwise wait for a parent that never comes.
    if (!isRecorded) ids.useOnce(traceId);
    if (!isRecorded) return ROOT_CONTEXT;
    const traceFlags = TraceFlags.SAMPLED;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  };

  return {
    start(start) {
      const { name, kind, attributes, startedAt } = start;
      const context = findContext(start);
      const startTime = startedAt === undefined ? {} : { startTime: startedAt };
      const recorded = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes, ...startTime },
        context,
      );
      if (!recorded.isRecording()) return null;
      const span = createSpan(recorded as RecordedSpan);
      contexts.set(span, trace.setSpan(ROOT_CONTEXT, recorded));
      return span;
    },
    watch: watched.watch,
    flush: async () => await provider.forceFlush().catch(() => undefined),
    async close() {
      const late = new Error('the collector does not answer');
      // The exporter has logged the failure.
      await limitTime(provider.shutdown(), sendMs, late).catch(() => undefined);
    },
  };
}

function createSpan(recorded: RecordedSpan): Span {
  const { traceId, spanId } = recorded.spanContext();
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-01`,
    set: (attributes) => void recorded.setAttributes(attributes),
    fail(code) {
      recorded.setAttribute('error.type', code);
      recorded.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => recorded.end(),
  };
}

/** Creates random ids. The next trace can be given an id, because starting a span is synchronous. */
function createIds() {
  const random = new RandomIdGenerator();
  let next: string | null = null;
  return {
    useOnce(traceId: string): void {
      next = traceId;
    },
    generator: {
      generateSpanId: () => random.generateSpanId(),
      generateTraceId() {
        const traceId = next ?? random.generateTraceId();
        next = null;
        return traceId;
      },
    },
  };
}

/** Logs the first of several failures, and the first success after it. */
function watchExports(inner: SpanExporter) {
  let log: TracerLog | null = null;
  let isAway = false;
  const exporter: SpanExporter = {
    export(spans, done) {
      inner.export(spans, (result) => {
        const { error } = result;
        if (error !== undefined && !isAway) {
          log?.warn({ reason: error.message }, 'the collector of traces takes no spans');
        }
        if (error === undefined && isAway) log?.info({}, 'the collector of traces is back');
        isAway = error !== undefined;
        done(result);
      });
    },
    shutdown: () => inner.shutdown(),
  };
  return {
    exporter,
    watch: (given: TracerLog): void => {
      log = given;
    },
  };
}
