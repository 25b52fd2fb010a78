import { Logger } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';

/**
 * Counts exported and lost spans, and logs once when the collector becomes unreachable and once when it is back: OpenTelemetry itself is
 * silent.
 */
export class ExportMetrics {
  private readonly log = new Logger('Traces');
  private readonly counter: Counter<'outcome'>;
  private away = false;

  constructor(registry: Registry) {
    this.counter = new Counter({
      name: 'tidemark_trace_spans_total',
      help: 'Spans that the collector took, and those that it did not, which are lost',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  sent(spans: number): void {
    this.counter.inc({ outcome: 'sent' }, spans);
    if (this.away) this.log.log('the collector of traces takes spans again');
    this.away = false;
  }

  lost(spans: number, error?: Error): void {
    this.counter.inc({ outcome: 'lost' }, spans);
    if (!this.away) this.log.warn({ ...(error && { err: error }) }, 'the collector of traces takes nothing: spans are lost until it does');
    this.away = true;
  }
}
