import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { metricsRegistry } from '../../../src/platform/observability/metrics.js';
import { JobQueue } from '../../../src/platform/queue/index.js';
import { BacklogMetrics } from '../../../src/operations/monitoring/backlog.metrics.js';
import { registration } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { ScriptedSmtp } from '../mail/scripted-smtp.js';
import { Timeline } from './alarm-rules.js';

const promtool = process.env['TEST_PROMTOOL'];

(promtool ? describe : describe.skip)('the alarms about mail', () => {
  const smtp = new ScriptedSmtp();
  let api: TestApi;
  let worker: INestApplicationContext;
  beforeAll(async () => {
    await smtp.start();
    api = await createTestApi({ SMTP_URL: smtp.url });
    worker = await startTestWorker(api.config);
  }, 180_000);
  afterAll(async () => {
    await worker?.close();
    await api?.close();
    await smtp.stop();
  });

  const row = async <T>(sql: string) => (await api.em().execute<T[]>(sql))[0]!;
  const scrape = async () => {
    await worker.get(BacklogMetrics, { strict: false }).set();
    return metricsRegistry.metrics();
  };
  const signUp = async () =>
    expect((await api.app.inject({ method: 'POST', url: '/api/v1/signupuser', payload: registration() })).statusCode).toBe(201);
  const tries = async () => Number((await row<{ n: string }>('select coalesce(sum(attempts), 0)::text as n from mail_deliveries')).n);
  const delivered = () =>
    until('a delivered mail', async () =>
      (await row<{ n: number }>('select count(*)::int as n from outbox where sent_at is null')).n === 0 ? true : null,
    );
  /** A minute passes: what waits is a minute older, and one more try fails. */
  const minute = async () => {
    const before = await tries();
    await api.em().execute(`update outbox set created_at = created_at - interval '1 minute' where sent_at is null`);
    await api
      .em()
      .execute(
        `update outbox set available_at = now(), enqueued_at = null where sent_at is null and dead_at is null and lease_until is null`,
      );
    await until('one more try', async () => ((await tries()) > before ? true : null));
    await until('its end', async () =>
      (
        await row<{ n: number }>(
          'select count(*)::int as n from outbox where sent_at is null and (lease_until is not null or available_at <= now())',
        )
      ).n === 0
        ? true
        : null,
    );
  };

  it('fire within ten minutes of the death of the mail server, and not before', async () => {
    const timeline = new Timeline();
    for (let n = 0; n < 3; n++) {
      await signUp();
      await delivered();
      timeline.add(await scrape());
    }
    await smtp.stop();
    const died = timeline.minutes;
    await signUp();
    timeline.add(await scrape());
    for (let n = 0; n < 10; n++) {
      await minute();
      timeline.add(await scrape());
    }
    const firing = await timeline.firing(promtool!, 'MailsLate');
    expect(Math.min(...firing)).toBeGreaterThan(died);
    expect(Math.min(...firing)).toBeLessThanOrEqual(died + 10);
    expect(Math.max(...firing)).toBe(died + 10);
    // It ends with the outage.
    await smtp.start();
    await api.em().execute('update outbox set available_at = now(), enqueued_at = null where sent_at is null and lease_until is null');
    await delivered();
    timeline.add(await scrape());
    expect(await timeline.firing(promtool!, 'MailsLate')).toEqual(firing);
  }, 180_000);

  it('fire for what was given up, and for a job that failed for the last time', async () => {
    const [dead, failed] = [new Timeline(), new Timeline()];
    const both = async () => {
      const text = await scrape();
      dead.add(text);
      failed.add(text);
    };
    for (let n = 0; n < 3; n++) await both();
    smtp.script = { recipient: () => '550 no such user' };
    await signUp();
    await api.app.get(JobQueue).queue('outbox').add('outbox.deliver', { v: 'no such payload' }, { attempts: 1 });
    await until('both', async () => {
      const given = await row<{ n: number }>('select count(*)::int as n from outbox where dead_at is not null');
      return given.n > 0 && /tidemark_job_failures_total\{[^}]*kind="outbox.deliver"[^}]*final="true"[^}]*\} 1/.test(await scrape())
        ? true
        : null;
    });
    for (let n = 0; n < 18; n++) await both();
    const [deadAt, failedAt] = [await dead.firing(promtool!, 'DeadLetters'), await failed.firing(promtool!, 'JobsFail')];
    expect([Math.min(...deadAt), Math.max(...deadAt)]).toEqual([3 + 15, 20]);
    expect([Math.min(...failedAt), Math.max(...failedAt)]).toEqual([3, 20]);
  }, 180_000);
});
