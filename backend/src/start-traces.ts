import { ExportMetrics } from './platform/observability/export.metrics.js';
import { metricsRegistry } from './platform/observability/metrics.js';
import { traceWith } from './platform/observability/tracing.js';
import type { AppConfig } from './platform/config/index.js';
import { productVersion } from './operations/monitoring/product-version.js';

/**
 * Starts traces if the settings name a collector. Call it before anything else is constructed; otherwise no module of OpenTelemetry is
 * loaded.
 */
export async function startTraces({ traces }: AppConfig, service: 'tidemark-api' | 'tidemark-worker'): Promise<void> {
  if (!traces) return;
  const { openTelemetry } = await import('./platform/observability/otel/index.js');
  traceWith(openTelemetry(traces, { service, version: productVersion() }, new ExportMetrics(metricsRegistry)));
}
