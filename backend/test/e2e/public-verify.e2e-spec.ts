import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Answer, LogLeafWire, LogReceiptWire, LogWire, SignalWire } from '../../src/platform/wire/index.js';
import { aSignal } from '../integration/signals/a-signal.js';
import { launchBrowser, Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { inspect, LAYOUTS, narrow } from './support/inspection.js';
import { Api, signIn } from './support/member-api.js';
import { ADMIN, startTidemark, type Tidemark } from './support/tidemark.js';

const executable = process.env['TEST_CHROMIUM'];
const SCRIPT = resolve(import.meta.dirname, '../../../scripts/verify-log.mjs');
const LONG_MS = 240_000;

(executable ? describe : describe.skip)('the log of signals, in a browser', () => {
  let product: Tidemark;
  let browser: Browser;
  let visitor: Visitor;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startTidemark(), launchBrowser(executable!)]);
    const { api } = await signIn(new Api(product.url), ADMIN.email, ADMIN.password);
    for (const signalMessage of ['First', 'Second'])
      expect((await api.post('/createsignal', aSignal({ signalMessage, projectedDateOfClosure: '2099-12-31' }))).status).toBe(201);
    await eventually(async () => expect((await told<LogWire>('')).head).not.toBeNull(), 90_000);
    visitor = await Visitor.open(browser, product.url);
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    product?.discard();
  }, 120_000);

  const told = async <T>(path: string) => ((await (await fetch(`${product.url}/api/v1/log${path}`)).json()) as Answer<T>).data;

  it(
    'is reached from the foot of the landing page, and agrees',
    async () => {
      const { page } = visitor;
      await visitor.goAfresh('/');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Check our signals' }).click();
      await page.getByText('Everything agrees').waitFor();
      await page.getByText('This browser now remembers the newest head', { exact: false }).waitFor();
      await page.reload();
      await page.getByText('The log continues from the last head this browser saw', { exact: false }).waitFor();
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    },
    LONG_MS,
  );

  it(
    'shows one entry with a proof, and hinders nobody',
    async () => {
      const { page } = visitor;
      const [leaf] = await told<LogLeafWire[]>('/leaves');
      await narrow(visitor);
      await visitor.goAfresh('/#/verify');
      await page.getByLabel('Id of a signal, or hash of an entry').fill(leaf!.hash);
      await page.getByRole('button', { name: 'Look it up' }).click();
      await page.getByText('holds: the root of head 1 includes this entry').waitFor();
      await inspect(visitor);
    },
    LONG_MS,
  );

  it(
    'holds a receipt against the log, of a signal that is open or has ended, and hinders nobody',
    async () => {
      const { page } = visitor;
      const { api: admin } = await signIn(new Api(product.url), ADMIN.email, ADMIN.password);
      const published = await admin.post('/createsignal', aSignal({ projectedDateOfClosure: '2099-12-31' }));
      expect(published.status).toBe(201);
      const { id } = (published.body as unknown as Answer<SignalWire>).data;
      const receipt = ((await admin.get(`/signals/${id}/receipt`)).body as unknown as Answer<LogReceiptWire>).data;
      await narrow(visitor);
      await visitor.goAfresh('/#/verify');
      const file = (told: LogReceiptWire) => ({
        name: 'receipt.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(told)),
      });
      await page.getByLabel('File of a receipt').setInputFiles(file(receipt));
      await page.getByText('This receipt holds').waitFor();
      await page
        .getByRole('region', { name: `Receipt of entry ${receipt.entries[0]!.index}` })
        .getByText('62500')
        .waitFor();
      await inspect(visitor, { widths: LAYOUTS });
      const altered = {
        ...receipt,
        entries: receipt.entries.map((entry) => ({ ...entry, content: entry.content.replace('62500', '61000') })),
      };
      await page.getByLabel('File of a receipt').setInputFiles(file(altered));
      await page.getByText('This receipt does not hold').waitFor();
      expect(await page.getByText('says something else than was committed to', { exact: false }).count()).toBe(1);
    },
    LONG_MS,
  );

  it(
    'names what was changed on its way, and hinders nobody by it',
    async () => {
      const { page } = visitor;
      await page.route('**/api/v1/log/leaves?**', async (route) => {
        const answer = (await (await route.fetch()).json()) as Answer<LogLeafWire[]>;
        answer.data[0]!.hash = answer.data[1]!.hash;
        await route.fulfill({ json: answer });
      });
      await narrow(visitor);
      await visitor.goAfresh('/#/verify');
      await page.getByRole('alert').getByText('are not those that head 1 was signed over', { exact: false }).waitFor();
      await inspect(visitor, { tour: false });
      await page.unroute('**/api/v1/log/leaves?**');
    },
    LONG_MS,
  );

  it('is checked by the file that the page offers, which is the one of the sources', async () => {
    const offered = await fetch(`${product.url}/verify-log.mjs`);
    expect(offered.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(await offered.text()).toBe(readFileSync(SCRIPT, 'utf8'));
    const run = await new Promise<{ error: unknown; out: string }>((done) =>
      execFile(process.execPath, [SCRIPT, product.url], (error, out) => done({ error, out })),
    );
    expect(run).toEqual({ error: null, out: expect.stringMatching(/^\d+ leaves, \d+ of them revealed, and [12] signed heads agree\.\n/) });
  });
});
