import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OwnSandbox, sandboxKey } from '../integration/exchange/own-sandbox.js';
import { ScriptedSmtp } from '../integration/mail/scripted-smtp.js';
import { registration } from '../support/people.js';
import { onEachStore, type Store } from './backends.js';
import { ask, Fleet, reached, type FleetProcess } from './fleet.js';

/** More than one worker has in hand at a time. */
const LETTERS = 40;

onEachStore('a worker that is told to end under load', (startStore) => {
  let store: Store;
  let smtp: ScriptedSmtp;
  let sandbox: OwnSandbox;
  let fleet: Fleet;
  let api: FleetProcess;

  beforeAll(async () => {
    [store, smtp, sandbox] = [await startStore(), new ScriptedSmtp(), await OwnSandbox.start()];
    await smtp.start();
    await sandbox.control('POST', 'clock', { freeze: true });
    fleet = await Fleet.start({ ...store.env, SMTP_URL: smtp.url, EXCHANGE_URL: sandbox.url });
    await fleet.migrate({
      SEED_DEMO: 'true',
      DEMO_EXCHANGE_KEYS: JSON.stringify({ tradeClub: sandboxKey('typical'), hedgeFund: sandboxKey('futures-only') }),
    });
    api = await fleet.api();
  }, 900_000);
  afterAll(async () => {
    await fleet?.close();
    await Promise.allSettled([store?.stop(), smtp?.stop(), sandbox?.stop()]);
  }, 120_000);

  const unsent = async () => (await fleet.rows<{ n: number }>('select count(*)::int as n from outbox where sent_at is null'))[0]!.n;

  it('finishes what it has in hand, gives back the rest, and nothing is lost, done twice or left behind', async () => {
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    let held = 0;
    smtp.script = {
      hold: () => {
        held += 1;
        return released;
      },
    };
    const people = Array.from({ length: LETTERS }, () => registration());
    for (const body of people) expect((await ask(api, 'POST', '/signupuser', { body })).status).toBe(201);
    const first = await fleet.worker({ LOG_LEVEL: 'debug' });
    await reached('mails in hand', () => held > 0);
    await reached(
      'an account that is being read',
      async () => (await fleet.rows(`select 1 from sync_runs where state = 'running'`)).length > 0,
    );
    const second = await fleet.worker({ LOG_LEVEL: 'debug' });
    first.kill('SIGTERM');
    await reached('word of the end', async () => (await first.health())?.body.ending === true);
    release();
    expect(await first.ended).toBe(0);
    await reached('every letter', async () => (await unsent()) === 0);
    await reached(
      'every reading',
      async () => (await fleet.rows(`select 1 from sync_runs where state in ('queued', 'running')`)).length === 0,
    );
    expect(await fleet.rows(`select state, error from sync_runs where state <> 'done'`)).toEqual([]);
    for (const { email } of people as { email: string }[]) expect({ email, mails: smtp.idsTo(email).length }).toEqual({ email, mails: 1 });
    const admin = await fleet.admin(api);
    const stands = async () =>
      (
        await ask<{ data: { jobs: { job: string; active: number; waiting: number; failed: number }[] } }>(
          api,
          'GET',
          '/admin/operations/queues',
          { token: admin.token },
        )
      ).body.data.jobs;
    await reached('empty queues', async () => (await stands()).every(({ active, waiting, failed }) => active + waiting + failed === 0));
    // A reading or a letter is neither begun twice nor given up, and no job is taken for one of the dead.
    expect([first, second].flatMap(({ log }) => log.filter(({ msg }) => /stalled|job failed|given up/.test(msg)))).toEqual([]);
    const delivered = [first, second].flatMap(({ log }) =>
      log.flatMap(({ msg, messageId }) => (msg === 'message delivered' ? [messageId] : [])),
    );
    expect(new Set(delivered).size).toBe(delivered.length);
    expect(await fleet.rows('select pid from process_beats where pid = $1', [first.pid])).toEqual([]);
  }, 600_000);
});
