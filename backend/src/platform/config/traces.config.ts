export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Endpoint and sampling of traces; off if there is no endpoint. */
export interface TraceSettings {
  /** The collector's URL with its path. */
  url: string;
  /** Sent with every export; may contain credentials. */
  headers: Readonly<Record<string, string>>;
  sampler: (typeof samplers)[number];
  /** The sampling ratio, for samplers that need one: 0 to 1. */
  ratio: number;
  /** Whether `traceparent` is trusted: the proxy in front removes or replaces what clients send. */
  trustTraceparent: boolean;
}

/** Returns the traces URL for OTEL_EXPORTER_OTLP_ENDPOINT, by OpenTelemetry's specification. */
export function traceUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Parses `name=value,name=value` with percent-encoded values. Throws an Error without any of them. */
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
    return null; // the variable's message explains the format
  }
}
