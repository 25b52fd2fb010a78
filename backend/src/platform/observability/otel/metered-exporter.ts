import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { ExportMetrics } from '../export.metrics.js';

/** Reports the result of each export to ExportMetrics. */
export class MeteredExporter implements SpanExporter {
  constructor(
    private readonly exporter: Pick<SpanExporter, 'export' | 'shutdown'>,
    private readonly tally: Pick<ExportMetrics, 'sent' | 'lost'>,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.tally.sent(spans.length);
      else this.tally.lost(spans.length, result.error);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}
