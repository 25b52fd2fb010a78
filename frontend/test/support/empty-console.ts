import type { DashboardTrendsWire, MailQueueWire, SyncHealthWire } from '../../src/lib/wire/types';
import { list, type Call, type Reply } from './api';

const trends: DashboardTrendsWire = { days: [], signUps: [], paymentsSubmitted: [], paymentsApproved: [], signals: [] };
const sync: SyncHealthWire = {
  keys: [],
  behind: 0,
  oldest: [],
  runs: { waiting: 0, running: 0, doneLastHour: 0, failedLastHour: 0, lastDoneAt: null, lastFailedAt: null },
};
const mail: MailQueueWire = { waiting: 0, sending: 0, dead: 0, oldestAt: null, broadcastWaiting: 0 };

/** What has its data beside a message. Everything else below /admin is a list. */
const data: readonly (readonly [path: RegExp, data: unknown])[] = [
  [/^\/admin\/dashboard\/trends$/, trends],
  [/^\/admin\/dashboard\/sync$/, sync],
  [/^\/admin\/dashboard\/mail$/, mail],
  [/^\/admin\/(dashboard\/counters|exchange-limits|channels)$/, []],
  [/^\/admin\/portfolios\/[^/]+\/days$/, []],
  [/^\/admin\/members\/[^/]+\/history\/[^/]+\/names$/, []],
];

/** A club in which nothing has happened: answers every `GET /admin/*`. */
export function emptyConsole({ path }: Call): Reply {
  const found = data.find(([pattern]) => pattern.test(path));
  return found ? { body: { message: '', data: found[1] } } : list('any', []);
}
