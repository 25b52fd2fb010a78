export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Where traces go and which; there are none without. */
export interface TraceSettings {
  /** Of the collector, with its path. */
  url: string;
  /** Sent with every export; may hold what signs us in there. */
  headers: Readonly<Record<string, string>>;
  sampler: (typeof samplers)[number];
  /** Of the traces that are kept, where the sampler asks: 0 to 1. */
  ratio: number;
  /** The proxy in front answers for every `traceparent` that reaches us. */
  trustTraceparent: boolean;
}

/** The address that OpenTelemetry's specification makes of OTEL_EXPORTER_OTLP_ENDPOINT. */
export function traceUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Reads `name=value,name=value` with percent-encoded values. Throws an Error that shows none of them. */
export function parseTraceHeaders(source: string): Record<string, string> {
  const pairs = source
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, Math.max(at, 0)).trim(), decoded(pair.slice(at + 1).trim())];
      if (!NAME.test(name) || value === null) throw new Error('must be name=value, name=value, with percent-encoded values');
      return [name, value];
    }),
  );
}

function decoded(value: string): string | null {
  try {
    const text = decodeURIComponent(value);
    return /^[\x20-\x7e]*$/.test(text) ? text : null;
  } catch {
    return null; // the message of the variable says how it is written
  }
}
