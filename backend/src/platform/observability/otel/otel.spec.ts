import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { context, propagation, trace } from '@opentelemetry/api';
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../../config/index.js';
import { tracingOver } from './index.js';
import { samplerOf } from './sampler.js';
import { MeteredExporter } from './metered-exporter.js';

const settings: TraceSettings = {
  url: 'http://127.0.0.1:9/v1/traces',
  headers: {},
  sampler: 'parentbased_always_on',
  ratio: 1,
  trustTraceparent: false,
};
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0';

describe('a span', () => {
  const exporter = new InMemorySpanExporter();
  const tracing = tracingOver(settings, { service: 'tidemark-api', version: '1.2.3' }, new SimpleSpanProcessor({ exporter }));
  beforeEach(() => exporter.reset());
  afterAll(() => context.disable());
  const only = (): ReadableSpan => {
    expect(exporter.getFinishedSpans()).toHaveLength(1);
    return exporter.getFinishedSpans()[0]!;
  };

  it('is known to all that happens in it, also after it has waited, and to nothing else', async () => {
    const span = tracing.open({ name: 'one', kind: 'internal' });
    await span.within(async () => {
      await new Promise(setImmediate);
      expect(tracing.current()).toEqual({
        traceId: span.traceId,
        traceparent: expect.stringMatching(`^00-${span.traceId}-[0-9a-f]{16}-01$`),
      });
    });
    expect(tracing.current()).toBeNull();
  });

  it('goes on with a trace of another process, by what that wrote down', () => {
    tracing.open({ name: 'job', kind: 'consumer', parent: `${TRACEPARENT}1`, facts: { attempt: 1 } }).end(null);
    expect(only()).toMatchObject({
      name: 'job',
      attributes: { attempt: 1 },
      parentSpanContext: { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' },
    });
    expect(only().resource.attributes).toEqual({
      'service.name': 'tidemark-api',
      'service.version': '1.2.3',
      'service.instance.id': expect.any(String),
    });
  });

  it('is not kept where that decided so, and its parts are not either; what it writes down says so', () => {
    const span = tracing.open({ name: 'job', kind: 'consumer', parent: `${TRACEPARENT}0` });
    span.within(() => tracing.open({ name: 'part', kind: 'internal' }).end(null));
    expect(span.within(() => tracing.current()?.traceparent)).toMatch(/-00$/);
    span.end(null);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('begins a trace of its own where what was written down is none', () => {
    tracing.open({ name: 'job', kind: 'consumer', parent: `${TRACEPARENT}7` }).end(null);
    expect(only().parentSpanContext).toBeUndefined();
  });

  it('says that it failed by a code, and never more than a short text', () => {
    tracing.open({ name: 'one', kind: 'internal' }).end('ECONNREFUSED', { long: 'x'.repeat(5000) });
    expect(only()).toMatchObject({ attributes: { 'error.type': 'ECONNREFUSED', long: 'x'.repeat(200) }, status: { code: 2 }, events: [] });
    expect(only().status.message).toBeUndefined();
  });

  it("is nobody else's: no global tracer and no propagator are set", () => {
    expect(trace.getTracer('another').startSpan('none').isRecording()).toBe(false);
    expect(propagation.fields()).toEqual([]);
  });
});

describe('a sampler', () => {
  it.each([
    ['always_on', 'AlwaysOnSampler'],
    ['always_off', 'AlwaysOffSampler'],
    ['traceidratio', 'TraceIdRatioBased{0.25}'],
    ['parentbased_always_on', 'ParentBased{root=AlwaysOnSampler,'],
    ['parentbased_always_off', 'ParentBased{root=AlwaysOffSampler,'],
    ['parentbased_traceidratio', 'ParentBased{root=TraceIdRatioBased{0.25},'],
  ] as const)('by the name %s', (sampler, expected) => expect(samplerOf({ sampler, ratio: 0.25 }).toString()).toContain(expected));
});

describe('what became of exports', () => {
  it('is told, with how many spans it was', () => {
    const told: unknown[] = [];
    const results: ExportResult[] = [{ code: ExportResultCode.SUCCESS }, { code: ExportResultCode.FAILED, error: new Error('away') }];
    const exporter = new MeteredExporter(
      { export: (_spans, done) => done(results.shift()!), shutdown: () => Promise.resolve() },
      { sent: (spans) => told.push(['sent', spans]), lost: (spans, error) => told.push(['lost', spans, error?.message]) },
    );
    const spans = Array.from({ length: 3 }) as ReadableSpan[];
    const codes: number[] = [];
    for (let export_ = 0; export_ < 2; export_++) exporter.export(spans, ({ code }) => codes.push(code));
    expect(told).toEqual([
      ['sent', 3],
      ['lost', 3, 'away'],
    ]);
    expect(codes).toEqual([ExportResultCode.SUCCESS, ExportResultCode.FAILED]);
  });
});
