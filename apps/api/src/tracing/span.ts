type AttributeValue = string | number;

/**
 * Attributes of a span. They leave the program, so they never contain an address, a body, a token,
 * a parameter of a statement, or an id of a member, a machine or a gym.
 */
export type SpanAttributes = Readonly<Record<string, AttributeValue>>;

/** One recorded piece of work. It is sent to the collector after its end. */
export interface Span {
  readonly traceId: string;
  /** Names the span to another node, as W3C Trace Context writes it. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. The code is one of ours, of Node or of PostgreSQL. */
  fail(code: string): void;
  end(): void;
}

export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes: SpanAttributes;
  /** The span that caused this one. Without any cause, the span begins a trace. */
  readonly parent?: Span | null;
  /** The span of the sender of a call or message, as it writes it. It may be any text. */
  readonly traceparent?: unknown;
  /** Start time by `performance.now()`, for work that is already over. */
  readonly startedAt?: number;
}

export interface Tracer {
  /** Returns `null` for a trace that is not sampled. */
  start(start: SpanStart): Span | null;
}

interface RemoteSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the sender records its span, so that the collector will have it. */
  readonly isRecorded: boolean;
}

/** Reads a traceparent of version 00. Returns `null` for any other value. */
export function readTraceparent(value: unknown): RemoteSpan | null {
  if (typeof value !== 'string') return null;
  const match = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(value);
  if (match === null) return null;
  const [, traceId = '', spanId = '', flags = ''] = match;
  return { traceId, spanId, isRecorded: (Number.parseInt(flags, 16) & 1) === 1 };
}
