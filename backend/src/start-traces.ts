import { ExportMetrics } from './common/observability/export-metrics.js';
import { metricsRegistry } from './common/observability/metrics.js';
import { traceWith } from './common/observability/tracing.js';
import type { AppConfig } from './config/index.js';
import { productVersion } from './operations/product-version.js';

/** Sends traces where the settings name a collector. Before anything else is made; where they name none, not one module of OpenTelemetry is loaded. */
export async function startTraces({ traces }: AppConfig, service: 'tidemark-api' | 'tidemark-worker'): Promise<void> {
  if (!traces) return;
  const { openTelemetry } = await import('./common/observability/otel/index.js');
  traceWith(openTelemetry(traces, { service, version: productVersion() }, new ExportMetrics(metricsRegistry)));
}
