import { Counter } from 'prom-client';
import { metricsRegistry } from '../../platform/observability/metrics.js';

const registers = [metricsRegistry];

/** An alert rule uses its rate. */
export const failedSignIns = new Counter({
  name: 'tidemark_sign_in_failures_total',
  help: 'Failed sign-ins: wrong password, wrong second-factor code, refused passkey',
  labelNames: ['reason'],
  registers,
});

export const slowedSignIns = new Counter({
  name: 'tidemark_sign_in_slowed_total',
  help: 'Sign-in attempts from unknown networks that had to wait: guessing at one account, or too many failures everywhere',
  labelNames: ['brake'],
  registers,
});

for (const reason of ['password', 'second-factor', 'passkey']) failedSignIns.inc({ reason }, 0);
for (const brake of ['account', 'everywhere']) slowedSignIns.inc({ brake }, 0);
