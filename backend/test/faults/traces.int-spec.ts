import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ScriptedSmtp } from '../integration/mail/scripted-smtp.js';
import { PASSWORD, registration } from '../support/people.js';
import { onEachStore, type Store } from './backends.js';
import { Collector, type SentSpan } from './collector.js';
import { ask, Fleet, reached, type FleetProcess, type LogLine } from './fleet.js';

/** What is run is what is built: OpenTelemetry stands in the bundle, in a file of its own. */
const built = (script: string) => fileURLToPath(new URL(`../../../dist/backend/bundle/${script}`, import.meta.url));
const [API, WORKER] = [built('main.mjs'), built('worker.mjs')];
const LIST_MODULES = new URL('list-modules.mjs', import.meta.url).href;

const CLIENTS_TRACE = '11112222333344445555666677778888';
const CLIENTS_SPAN = 'aaaabbbbccccdddd';
const QUERY = 'utm_campaign=somebody-s-query';

async function signUp(api: FleetProcess, headers: Record<string, string> = {}) {
  const body = registration({ surname: 'Featherstone', phoneNumber: '+2348098765432' });
  const response = await fetch(`${api.url}/api/v1/signupuser?${QUERY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  return { email: body['email'] as string, requestId: response.headers.get('x-request-id')! };
}

const untrusted = {
  traceparent: `00-${CLIENTS_TRACE}-${CLIENTS_SPAN}-01`,
  tracestate: 'vendor=somebody-s-state',
  'x-forwarded-for': '203.0.113.77',
  'user-agent': 'somebody-s-browser',
};

onEachStore('a trace', (startStore) => {
  let store: Store;
  let smtp: ScriptedSmtp;
  let collector: Collector;
  let fleet: Fleet;
  let api: FleetProcess;
  let worker: FleetProcess;

  beforeAll(async () => {
    [store, smtp, collector] = [await startStore(), new ScriptedSmtp(), new Collector()];
    await Promise.all([smtp.start(), collector.start()]);
    fleet = await Fleet.start({
      ...store.env,
      SMTP_URL: smtp.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=open%20sesame',
    });
    await fleet.migrate();
    [api, worker] = await Promise.all([fleet.api({}, API), fleet.worker({}, WORKER)]);
  }, 600_000);
  afterAll(async () => {
    await fleet?.close();
    await Promise.allSettled([store?.stop(), smtp?.stop(), collector?.stop()]);
  }, 120_000);

  const line = (of: FleetProcess, what: string, fits: (line: LogLine) => boolean) => reached(what, () => of.log.find(fits) ?? null);
  const sent = (name: string, trace?: string): Promise<SentSpan> => reached(`the span ${name}`, () => collector.span(name, trace));
  const traceOf = async (requestId: string) =>
    (await line(api, 'the answer', (one) => one.msg === 'answered' && one.requestId === requestId)).trace_id!;

  it('leads from a request through outbox and job to the mail, each under what it came of', async () => {
    const { email, requestId } = await signUp(api, untrusted);
    const trace = await traceOf(requestId);
    const request = await sent('POST /api/v1/signupuser', trace);
    expect(request).toMatchObject({ service: 'tidemark-api', parent: null, failed: false });
    expect(request.facts).toEqual({ 'http.request.method': 'POST', 'http.route': '/api/v1/signupuser', 'http.response.status_code': 201 });
    expect(await sent('insert outbox', trace)).toMatchObject({
      service: 'tidemark-api',
      parent: request.id,
      facts: { 'db.system.name': 'postgresql', 'db.operation.name': 'insert', 'db.collection.name': 'outbox' },
    });

    const job = await sent('job outbox.deliver', trace);
    expect(job).toMatchObject({ service: 'tidemark-worker', parent: request.id, failed: false });
    expect(job.facts).toMatchObject({
      'tidemark.job.name': 'outbox.deliver',
      'tidemark.job.attempt': 1,
      'messaging.destination.name': 'outbox',
    });
    const delivery = await sent('outbox mail.send', trace);
    expect(delivery).toMatchObject({
      service: 'tidemark-worker',
      parent: job.id,
      failed: false,
      facts: { 'tidemark.outbox.kind': 'mail.send', 'tidemark.outbox.attempt': 1 },
    });
    expect(await sent('smtp send', trace)).toMatchObject({ service: 'tidemark-worker', parent: delivery.id, failed: false, facts: {} });

    const delivered = await line(worker, 'the delivery', (one) => one.msg === 'message delivered' && one.requestId === requestId);
    expect(delivered.trace_id).toBe(trace);
    expect(smtp.idsTo(email)).toEqual([delivered.messageId]);
    expect(collector.headers.every((headers) => headers['x-key'] === 'open sesame')).toBe(true);
  }, 300_000);

  it('is one over all tries, and says of those that failed what kind of failure it was', async () => {
    smtp.script = { data: ({ to }) => `451 come again, ${to.join()}` };
    const { requestId } = await signUp(api);
    const trace = await traceOf(requestId);
    const first = await sent('outbox mail.send', trace);
    expect(first).toMatchObject({ failed: true, facts: { 'tidemark.outbox.attempt': 1, 'error.type': 'MailDeferred' } });
    expect(await sent('smtp send', trace)).toMatchObject({ failed: true, parent: first.id, facts: { 'error.type': 'MailDeferred' } });
    smtp.script = {};
    await fleet.rows('update outbox set available_at = now() where sent_at is null');
    const second = await reached(
      'the second try',
      () => collector.spans.find(({ name, trace: of, failed }) => name === 'outbox mail.send' && of === trace && !failed) ?? null,
    );
    expect(second.facts).toEqual({ 'tidemark.outbox.kind': 'mail.send', 'tidemark.outbox.attempt': 2 });
  }, 300_000);

  it('names the exchange that a request asked, and the job of a schedule stands alone', async () => {
    const { token } = await fleet.admin(api);
    const { status, headers } = await ask(api, 'POST', '/admin/operations/probes/exchanges', { token });
    expect(status).toBe(200);
    const trace = await traceOf(headers.get('x-request-id')!);
    const request = await sent('POST /api/v1/admin/operations/probes/exchanges', trace);
    const asked = await reached(
      'the call',
      () => collector.spans.find((span) => span.trace === trace && span.facts['tidemark.exchange.venue'] === 'binance') ?? null,
    );
    expect(asked).toMatchObject({ service: 'tidemark-api', parent: request.id, failed: false });
    expect(await sent('job exchange.sync-due')).toMatchObject({ service: 'tidemark-worker', parent: null });
  }, 300_000);

  it('holds nothing of anybody: no address, name, number, password, token, id, query or text', async () => {
    const { email, requestId } = await signUp(api, untrusted);
    const letter = await reached('the letter', () => smtp.received.find(({ to }) => to.includes(email)) ?? null);
    const confirmation = /emailconfirm\/([\w-]{20,})/.exec(letter.mail.text ?? '')![1]!;
    const confirmed = await fetch(`${api.url}/api/v1/confirmemail?${QUERY}`, { headers: { ...untrusted, authorization: confirmation } });
    expect(confirmed.status).toBe(200);
    const { token, userId } = await fleet.signIn(api, email);
    await fetch(`${api.url}/${email}?${QUERY}`, { headers: { ...untrusted, authorization: token } });
    await fetch(`${api.url}/api/v1/members/${userId}/history/trades.csv?${QUERY}`, { headers: { authorization: token } });
    const refused = await fetch(`${api.url}/api/v1/signinuser`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' },
      body: JSON.stringify({ email, password: `${PASSWORD} not` }),
    });
    expect(refused.status).toBe(401);
    // The last of them: spans leave in the order in which they end.
    const last = await traceOf(refused.headers.get('x-request-id')!);
    await sent('POST /api/v1/signinuser', last);
    await sent('smtp send', await traceOf(requestId));
    const text = collector.raw.join('\n');
    for (const secret of [
      email,
      email.split('@')[0]!,
      'Featherstone',
      '2348098765432',
      PASSWORD,
      confirmation,
      token,
      userId,
      requestId,
      QUERY,
      'somebody-s',
      '203.0.113',
      '127.0.0.1',
      CLIENTS_TRACE,
      CLIENTS_SPAN,
      'come again',
      'open sesame',
    ]) {
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
    expect(text).not.toMatch(/select .* from|insert into|\$1|@example/i);
    // Nor of those who watch, every few seconds.
    expect(collector.spans.filter(({ name }) => name.includes('/health/'))).toEqual([]);
  }, 300_000);

  it('of a client is taken up where the proxy in front answers for it, with what it decided, and nowhere else', async () => {
    const trusting = await fleet.api({ TRUST_TRACEPARENT: 'true' }, API);
    const own = (digit: string) => ({
      trace: digit.repeat(32),
      header: (flag: string) => ({ traceparent: `00-${digit.repeat(32)}-${CLIENTS_SPAN}-${flag}` }),
    });
    const [unsampled, sampled] = [own('7'), own('8')];
    await fetch(`${trusting.url}/api/v1/signinuser`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...unsampled.header('00') },
      body: '{}',
    });
    await signUp(trusting, sampled.header('01'));
    expect(await sent('POST /api/v1/signupuser', sampled.trace)).toMatchObject({ parent: CLIENTS_SPAN });
    await sent('smtp send', sampled.trace);
    expect(collector.spans.filter(({ trace }) => trace === unsampled.trace || trace === CLIENTS_TRACE)).toEqual([]);
  }, 300_000);

  it('is sent to its end when a process ends', async () => {
    const { requestId } = await signUp(api);
    const trace = await traceOf(requestId);
    await line(worker, 'the delivery', (one) => one.msg === 'message delivered' && one.requestId === requestId);
    api.kill('SIGTERM');
    worker.kill('SIGTERM');
    expect(await Promise.all([api.ended, worker.ended])).toEqual([0, 0]);
    for (const name of ['POST /api/v1/signupuser', 'job outbox.deliver', 'smtp send']) expect(collector.span(name, trace)).not.toBeNull();
    // Both write nothing but their log.
    expect([api.stray, worker.stray]).toEqual([[], []]);
  }, 300_000);
});

describe('a collector', () => {
  let smtp: ScriptedSmtp;
  let collector: Collector;
  let fleet: Fleet;

  beforeAll(async () => {
    [smtp, collector] = [new ScriptedSmtp(), new Collector()];
    await Promise.all([smtp.start(), collector.start()]);
    fleet = await Fleet.start({ SMTP_URL: smtp.url });
  }, 600_000);
  afterAll(async () => {
    await fleet?.close();
    await Promise.allSettled([smtp?.stop(), collector?.stop()]);
  }, 120_000);

  const bothWith = (env: NodeJS.ProcessEnv = {}, modules = '') => {
    const list = (name: string) =>
      modules ? { NODE_OPTIONS: `--import=${LIST_MODULES}`, MODULES_FILE: join(fleet.dataDir, `${modules}-${name}.json`) } : {};
    return Promise.all([fleet.api({ ...env, ...list('api') }, API), fleet.worker({ ...env, ...list('worker') }, WORKER)]);
  };
  /** By whichever worker there is. */
  const works = async ([api]: FleetProcess[]) => {
    const { email } = await signUp(api!);
    await reached('the letter', () => smtp.idsTo(email).length > 0);
  };
  const end = async (processes: FleetProcess[]) => {
    for (const one of processes) one.kill('SIGTERM');
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(processes.map(() => 0));
  };
  /** Of the modules that a process has loaded, those that are OpenTelemetry, or hold some of it. */
  const ofOpenTelemetry = (name: string) => {
    const loaded = JSON.parse(readFileSync(join(fleet.dataDir, `${name}.json`), 'utf8')) as string[];
    expect(loaded.filter((url) => url.includes('/dist/backend/bundle/')).length).toBeGreaterThan(3);
    return loaded
      .filter((url) => url.startsWith('file:'))
      .filter(
        (url) =>
          url.includes('@opentelemetry') ||
          /node_modules\/@opentelemetry|opentelemetry\.js\.api/.test(readFileSync(fileURLToPath(url), 'utf8')),
      );
  };

  it('that is away, or takes exports and never answers, changes no answer, holds up no end, and is spoken of once', async () => {
    collector.mode = 'hang';
    const away = await bothWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    const hanging = await bothWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await works(away);
    await works(hanging);
    const complaints = ({ log }: FleetProcess) => log.filter(({ context }) => context === 'Traces');
    await reached('the line about it', () => complaints(away[0]).length > 0);
    await reached('an export that is not answered', () => collector.raw.length > 0);
    await works(away);
    await end([...away, ...hanging]);
    expect(complaints(away[0])).toEqual([expect.objectContaining({ level: 'warn', msg: expect.stringContaining('spans are lost') })]);
  }, 600_000);

  it('that nobody named costs nothing: not one module of OpenTelemetry is loaded', async () => {
    const without = await bothWith({}, 'without');
    await works(without);
    await end(without);
    expect([ofOpenTelemetry('without-api'), ofOpenTelemetry('without-worker')]).toEqual([[], []]);
    expect([...without[0].log, ...without[1].log].filter((one) => 'trace_id' in one)).toEqual([]);

    collector.mode = 'take';
    const named = await bothWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, 'with');
    await end(named);
    for (const name of ['with-api', 'with-worker']) expect(ofOpenTelemetry(name)).toHaveLength(1);
  }, 600_000);
});
