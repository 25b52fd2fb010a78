import { Counter } from 'prom-client';
import { metricsRegistry } from '../../../platform/observability/metrics.js';
import { ALARM_CAUSES } from './telegram-outcome.rules.js';

/** A person has to look: the token is refused, or Telegram refuses a text of ours. */
export const telegramAlarms = new Counter({
  name: 'tidemark_telegram_alarms_total',
  help: 'Answers of Telegram that need a person, by cause',
  labelNames: ['cause'],
  registers: [metricsRegistry],
});

// A rate needs a value before the first alarm.
for (const cause of ALARM_CAUSES) telegramAlarms.inc({ cause }, 0);
