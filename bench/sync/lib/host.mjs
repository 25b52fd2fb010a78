// A process with the sync module of the built back end, told by its parent what to do: members with keys, syncs run to their end.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { answerParent } from '../../lib/answer-parent.mjs';

const built = (file) => import(new URL(`../../../dist/backend/src/${file}`, import.meta.url).href);
const [{ settings }, { CoreModule }, { AccountSync, ExchangeAccountService }, { SyncJobsModule }, { SyncService }] = await Promise.all([
  built('boot.js'),
  built('core.module.js'),
  built('trading/exchange-accounts/index.js'),
  built('trading/sync/index.js'),
  built('trading/sync/sync.service.js'),
]);

const config = await settings();
const host = { module: class ExchangeHost {}, imports: [CoreModule.forRoot(config, { http: false }), SyncJobsModule] };
const context = await NestFactory.createApplicationContext(host, { logger: false, abortOnError: false });
const exchange = context.get(ExchangeAccountService, { strict: false });
const requests = context.get(AccountSync, { strict: false });
const sync = context.get(SyncService, { strict: false });
const em = () => context.get(MikroORM, { strict: false }).em.fork();

answerParent(context, {
  /** An approved member with a checked key. */
  async member(key) {
    const userId = randomUUID();
    await em().execute(
      `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, status, kyc_status, password_hash,
        referral_code)
       values (?, ?, 'Marlow', 'Ines', '+4912345678', 'Germany', '1990-01-01', 'trade club', 'active', 'approved', '$argon2id$', ?)`,
      [userId, `${userId}@example.com`, userId.slice(0, 12)],
    );
    const check = await exchange.checkKey({ venue: 'binance', ...key });
    const accountId = await em().transactional((tx) => exchange.attachKey(tx, { userId, venue: 'binance', ...key, check }));
    return { userId, accountId };
  },
  /** One sync from its request to its end, however often it gives way to others. */
  async sync({ userId, trigger }) {
    const runId = await em().transactional((tx) => requests.request(tx, userId, trigger));
    for (;;) {
      const { outcome, afterMs = 0 } = await sync.run(runId, { last: true, signal: new AbortController().signal });
      if (outcome === 'done' || outcome === 'failed') break;
      await new Promise((done) => setTimeout(done, afterMs));
    }
    const [run] = await em().execute('select state, rows, warnings, error from sync_runs where id = ?', [runId]);
    return run;
  },
  /** Asks for a sync and leaves it to the workers. */
  async request({ userId, trigger }) {
    return em().transactional((tx) => requests.request(tx, userId, trigger));
  },
  async rows({ sql, values }) {
    return em().execute(sql, values ?? []);
  },
});
