import { Counter } from 'prom-client';
import { metricsRegistry } from '../../../../platform/observability/metrics.js';

const counter = (name: string, help: string) => new Counter({ name: `tidemark_scoring_${name}_total`, help, registers: [metricsRegistry] });

/** Counters of this process's scoring. */
export const scoringMetrics = {
  candles: counter('candles', 'One-minute candles that were fetched and stored'),
  funding: counter('funding_asked', 'Questions about funding rates that were answered'),
  minutes: counter('minutes', 'Minutes that the open signals of a pair were compared with'),
  signals: counter('signals', 'Signals that were scored from their candles'),
  written: counter('written', 'Scores that were stored because they say something new'),
  failures: counter('failures', 'Pairs whose signals could not be scored'),
  differing: counter('differing', 'Final scores that would be another now'),
};
