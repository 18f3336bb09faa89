import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A span as OTLP writes it in JSON, with its attributes by name. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty or absent for a span without a parent. */
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code?: number };
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes'> & {
        readonly attributes: readonly Attribute[];
      })[];
    }[];
  }[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function readAttributes(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** Opens a collector that takes spans by OTLP, for all tests of a file. */
export async function openTraceCollector() {
  const requests: { path: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  const collector = { status: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      if (collector.status === 200) {
        requests.push({ path, headers, body: Buffer.concat(chunks).toString() });
      }
      response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const listResources = () =>
    requests.flatMap(({ body }) => (JSON.parse(body) as OtlpBody).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The status of its answers. Requests that it refuses are not kept. */
    answerWith(status: number): void {
      collector.status = status;
    },
    requests,
    /** Everything that was received, as text. */
    readText: () => requests.map(({ body }) => body).join('\n'),
    listServices: () => listResources().map(({ resource }) => readAttributes(resource.attributes)),
    listSpans: (): CollectedSpan[] =>
      listResources()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map((span) => ({ ...span, attributes: readAttributes(span.attributes) })),
  };
}
