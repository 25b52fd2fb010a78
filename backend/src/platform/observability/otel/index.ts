import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span, type SpanContext } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../../config/index.js';
import type { ExportMetrics } from '../export.metrics.js';
import { readTraceparent, type OpenSpan, type SpanFacts, type SpanStart, type Tracing } from '../tracing.js';
import { samplerOf } from './sampler.js';
import { MeteredExporter } from './metered-exporter.js';

/** Export timeout: spans for a slower collector are lost, and nothing waits for it. */
const EXPORT_TIMEOUT_MS = 10_000;
/** How long shutdown waits for the last spans. */
const SHUTDOWN_FLUSH_MS = 3_000;
/** Attribute values are bounded: none is user input. */
const MAX_ATTRIBUTE_LENGTH = 200;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL } as const;

export interface TracedService {
  service: 'tidemark-api' | 'tidemark-worker';
  version: string;
}

/**
 * Sets up OpenTelemetry: spans are opened by hand at our own seams and sent in batches as OTLP over HTTP, in JSON. This folder imports
 * nothing that the rest of a process runs: the bundler would split it into chunks of its own, which load in another order.
 */
export function openTelemetry(settings: TraceSettings, service: TracedService, tally: Pick<ExportMetrics, 'sent' | 'lost'>): Tracing {
  const exporter = new OTLPTraceExporter({ url: settings.url, headers: { ...settings.headers }, timeoutMillis: EXPORT_TIMEOUT_MS });
  return tracingOver(settings, service, new BatchSpanProcessor({ exporter: new MeteredExporter(exporter, tally) }));
}

/** The same over a given span processor. */
export function tracingOver(settings: TraceSettings, { service, version }: TracedService, processor: SpanProcessor): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new TracerProvider({
    // No resource detection: host and user names may be personal data.
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version, 'service.instance.id': randomUUID() }),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('tidemark', version);
  return {
    trustsTraceparent: settings.trustTraceparent,
    open: ({ name, kind, facts, parent }: SpanStart) => {
      const around = parentOf(parent) ?? context.active();
      return openSpan(tracer.startSpan(name, { kind: kinds[kind], ...(facts && { attributes: facts }) }, around), around);
    },
    current: () => {
      const known = trace.getSpanContext(context.active());
      return known ? { traceId: known.traceId, traceparent: traceparentOf(known) } : null;
    },
    end: () => Promise.race([provider.shutdown().catch(() => undefined), delay(SHUTDOWN_FLUSH_MS, undefined, { ref: false })]),
  };
}

function openSpan(span: Span, around: Context): OpenSpan {
  const inside = trace.setSpan(around, span);
  return {
    traceId: span.spanContext().traceId,
    within: (act) => context.with(inside, act),
    end: (failure: string | null, facts?: SpanFacts) => {
      if (facts) span.setAttributes(facts);
      if (failure !== null) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

/** Returns a remote parent; null if there is none or it is invalid. `tracestate` is dropped: its content is unknown. */
function parentOf(traceparent: string | null | undefined): Context | null {
  const [, traceId, spanId, flags] = readTraceparent(traceparent)?.split('-') ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: flags === '01' ? 1 : 0, isRemote: true });
}
