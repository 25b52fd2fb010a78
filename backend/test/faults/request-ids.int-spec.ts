import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ScriptedSmtp } from '../integration/mail/scripted-smtp.js';
import { registration } from '../support/people.js';
import { onEachStore, type Store } from './backends.js';
import { ask, Fleet, reached, type FleetProcess, type LogLine } from './fleet.js';

const ID = /^[0-9a-f-]{36}$/;

onEachStore('the id of a request', (startStore) => {
  let store: Store;
  let smtp: ScriptedSmtp;
  let fleet: Fleet;
  let api: FleetProcess;
  let worker: FleetProcess;

  beforeAll(async () => {
    [store, smtp] = [await startStore(), new ScriptedSmtp()];
    await smtp.start();
    fleet = await Fleet.start({ ...store.env, SMTP_URL: smtp.url, LOG_LEVEL: 'debug' });
    [api, worker] = await Promise.all([fleet.api(), fleet.worker()]);
  }, 600_000);
  afterAll(async () => {
    await fleet?.close();
    await Promise.allSettled([store?.stop(), smtp?.stop()]);
  }, 120_000);

  const line = (of: FleetProcess, what: string, fits: (line: LogLine) => boolean) => reached(what, () => of.log.find(fits) ?? null);
  const signUp = async () => {
    const body = registration();
    const { status, headers } = await ask(api, 'POST', '/signupuser', { body });
    expect(status).toBe(201);
    return { requestId: headers.get('x-request-id')!, email: body['email'] as string };
  };

  it('leads from a sign-up to its letter: through the answer, the outbox, the job and the logs of both processes', async () => {
    const [{ requestId, email }, other] = [await signUp(), await signUp()];
    expect(requestId).toMatch(ID);
    expect(other.requestId).not.toBe(requestId);
    expect(await line(api, 'the answer', ({ msg, requestId: id }) => msg === 'answered' && id === requestId)).toMatchObject({
      process: 'api',
      route: '/api/v1/signupuser',
      status: 201,
    });
    const delivered = await line(worker, 'the delivery', ({ msg, requestId: id }) => msg === 'message delivered' && id === requestId);
    expect(delivered).toMatchObject({ process: 'worker', context: 'Outbox', kind: 'mail.send' });
    expect(smtp.idsTo(email)).toEqual([delivered.messageId]);
    expect(await fleet.rows('select request_id from outbox where id = $1', [delivered.messageId])).toEqual([{ request_id: requestId }]);
    const done = await line(worker, 'the job', ({ msg, requestId: id }) => msg === 'job done' && id === requestId);
    expect(done).toMatchObject({ job: 'outbox.deliver', jobId: expect.stringContaining(delivered.messageId!) });
    expect(new Set(worker.log.filter(({ msg }) => msg === 'message delivered').map(({ requestId: id }) => id)).size).toBe(
      worker.log.filter(({ msg }) => msg === 'message delivered').length,
    );
  }, 300_000);

  it('stands in the lines of tries that fail, too', async () => {
    smtp.script = { data: () => '451 come again' };
    const { requestId, email } = await signUp();
    expect(
      await line(worker, 'the try', ({ msg, requestId: id }) => msg === 'message will be tried again' && id === requestId),
    ).toMatchObject({ level: 'warn', kind: 'mail.send' });
    smtp.script = {};
    await fleet.rows('update outbox set available_at = now() where sent_at is null');
    await line(worker, 'the delivery', ({ msg, requestId: id }) => msg === 'message delivered' && id === requestId);
    expect(smtp.idsTo(email).length).toBeGreaterThan(0);
  }, 300_000);

  it('is given by us, whatever a client says, and is not on what no request asked for', async () => {
    const response = await fetch(`${api.url}/api/v1/signinuser`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'mine' },
      body: '{}',
    });
    expect(response.headers.get('x-request-id')).toMatch(ID);
    const scheduled = await line(worker, 'a job of a schedule', ({ msg, job }) => msg === 'job done' && job === 'exchange.sync-due');
    expect(scheduled.requestId).toBeUndefined();
    // Both write nothing but their log.
    expect([api.stray, worker.stray]).toEqual([[], []]);
  }, 300_000);
});
