/** Settings of the collector of traces. `config.ts` reads them with all other settings. */
export interface TracingSettings {
  /** The address of the collector for spans, with its path. */
  readonly url: string;
  /** Headers of each request to the collector, such as its password. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Share of the traces that are recorded, from 0 to 1. */
  readonly sampledShare: number;
}

interface Readers {
  readonly read: (name: string) => string | null;
  readonly errors: string[];
}

const samplers = ['always_on', 'always_off', 'traceidratio'] as const;

/**
 * Reads the standard settings of OpenTelemetry. Traces are off until OTEL_EXPORTER_OTLP_ENDPOINT is
 * set. A sampler that begins with `parentbased_` is the same one without this word: the server does
 * not let its callers decide.
 */
export function readTracingSettings({ read, errors }: Readers): TracingSettings | null {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === null) return null;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search + url.hash !== '') {
    errors.push(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http:// or https://, without a query',
    );
  }
  if ((read('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/json') !== 'http/json') {
    errors.push('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, the only one this program speaks');
  }
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: readHeaders(),
    serviceName: read('OTEL_SERVICE_NAME') ?? 'tanren',
    sampledShare: readSampledShare(),
  };

  function readHeaders(): Record<string, string> {
    const pairs = read('OTEL_EXPORTER_OTLP_HEADERS')?.split(',') ?? [];
    const headers: Record<string, string> = {};
    for (const pair of pairs) {
      const match = /^\s*([\w-]+)\s*=\s*((?:[!-$&-~ ]|%[0-9A-Fa-f]{2})*)$/.exec(pair);
      if (match === null) {
        errors.push('OTEL_EXPORTER_OTLP_HEADERS must be a list like name=value,other=value');
        return {};
      }
      const [, name = '', value = ''] = match;
      headers[name] = decodeURIComponent(value.trim());
    }
    return headers;
  }

  function readSampledShare(): number {
    const text = read('OTEL_TRACES_SAMPLER') ?? 'always_on';
    const sampler = samplers.find((name) => name === text.replace(/^parentbased_/, ''));
    if (sampler === undefined) {
      errors.push(
        `OTEL_TRACES_SAMPLER must be one of: ${samplers.join(', ')}, each also with parentbased_ before it`,
      );
      return 0;
    }
    if (sampler !== 'traceidratio') return sampler === 'always_on' ? 1 : 0;
    const argument = read('OTEL_TRACES_SAMPLER_ARG') ?? '1';
    const share = /^[01](?:\.\d+)?$/.test(argument) ? Number(argument) : Number.NaN;
    if (share <= 1) return share;
    errors.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, like 0.05');
    return 0;
  }
}
