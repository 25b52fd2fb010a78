import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from './app.config.js';
import { parseTraceHeaders, traceUrl } from './traces.config.js';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'tidemark-traces-'));
const load = (env: NodeJS.ProcessEnv) =>
  loadConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://u:p@127.0.0.1/db', EXCHANGE_URL: 'http://127.0.0.1:9', DATA_DIR, ...env });

afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

describe('settings of traces', () => {
  it('are none without a collector, whatever else is set', () => {
    expect(load({}).traces).toBeUndefined();
    expect(load({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER: 'always_on', TRUST_TRACEPARENT: 'true' }).traces).toBeUndefined();
  });

  it("are OpenTelemetry's own defaults, and believe nobody", () => {
    expect(load({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }).traces).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
      trustTraceparent: false,
    });
  });

  it('take a sampler with its share, headers and trust', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/tidemark/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
      TRUST_TRACEPARENT: 'true',
    };
    expect(load(env).traces).toEqual({
      url: 'https://collector.example/tidemark/v1/traces',
      headers: { authorization: 'Bearer a=b' },
      sampler: 'parentbased_traceidratio',
      ratio: 0.05,
      trustTraceparent: true,
    });
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be a http:// or https:// address'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:word@collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must not hold a password'],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER must be one of'],
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'sesame' }, 'OTEL_EXPORTER_OTLP_HEADERS must be name=value'],
  ])('refuse %p', (env, problem) => expect(() => load(env)).toThrow(problem));

  it.each(['a b=c', '=c', 'a=%zz', 'a=%0d%0aevil: 1', 'a=caf%C3%A9'])('take no header that could be none: %p', (source) => {
    expect(() => parseTraceHeaders(source)).toThrow('must be name=value');
    expect(() => parseTraceHeaders(source)).not.toThrow(source);
  });

  it('read several headers, with blanks between them', () => expect(parseTraceHeaders(' a=1 , b = 2%2C3,')).toEqual({ a: '1', b: '2,3' }));

  it.each(['0', '1', '0.25', '.5', '1.0'])('take the share %s', (share) =>
    expect(load({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: share }).traces?.ratio).toBe(Number(share)),
  );

  it('make one address, however the endpoint ends', () =>
    expect([traceUrl('http://c:4318'), traceUrl('http://c:4318//')]).toEqual(['http://c:4318/v1/traces', 'http://c:4318/v1/traces']));
});
