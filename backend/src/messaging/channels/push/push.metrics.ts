import { Counter } from 'prom-client';
import { metricsRegistry } from '../../../platform/observability/metrics.js';
import { ALARM_CAUSES } from './push-outcome.rules.js';

/** A person has to look: our keys are refused, or a message of ours. */
export const pushAlarms = new Counter({
  name: 'tidemark_push_alarms_total',
  help: 'Answers of push services that need a person, by cause',
  labelNames: ['cause'],
  registers: [metricsRegistry],
});

// A rate needs a value before the first alarm.
for (const cause of ALARM_CAUSES) pushAlarms.inc({ cause }, 0);
