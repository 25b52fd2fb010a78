import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { consoleBase } from '../../../../frontend/src/config/console-routes.js';
import { PASSWORD } from './admit.js';
import { launchBrowser, Visitor } from './browser.js';
import { logIn } from './journey.js';
import { embeddedDatabase } from './launcher.js';
import { Api, kycForm, PNG, registration, signIn } from './member-api.js';
import { sandboxKey } from './sandbox-control.js';
import { ADMIN, startTidemark, type Tidemark } from './tidemark.js';

const executable = process.env['TEST_CHROMIUM'];
export const START_MS = 240_000;

/** A product with an admin at its console, for the tests of one file. */
export interface ConsoleStand {
  product: Tidemark;
  /** The admin as a client of the API. */
  admin: Api;
  /** The admin at a browser wide enough for tables; one visitor for all tests. */
  visitor: Visitor;
  page: Page;
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** A member of this name, confirmed, with a session of their own. */
  member(
    name: string,
    options?: { otherName?: string; membership?: 'trade club' | 'hedge fund'; refferedBy?: string },
  ): Promise<StoredMember>;
  /** Somebody else at a browser. */
  visit(options?: { javaScriptEnabled?: boolean }): Promise<Visitor>;
  /** Opens a path as if it were typed, and waits until it has loaded. */
  open(path: string): Promise<Page>;
  /** Opens a path from within the console, where the test before has left its screen; otherwise as `open`. */
  follow(path: string): Promise<Page>;
  /** Leaves the screen, which may complain of nothing by then. */
  leave(): Promise<void>;
}

export interface StoredMember {
  userId: string;
  email: string;
  fullName: string;
  api: Api;
}

/** Everything that shows it is still loading has loaded. */
export async function settled(page: Page): Promise<void> {
  // Looking for a role computes that of every element, again and again while a page loads.
  await page.locator('h1').waitFor();
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Starts a product, its database within reach, and an admin; skipped where there is no browser. */
export function onConsole(title: string, tests: (stand: ConsoleStand) => void, { width = 1600 }: { width?: number } = {}): void {
  (executable ? describe : describe.skip)(title, () => {
    const dataDir = mkdtempSync(pathOf(tmpdir(), 'tidemark-console-'));
    let product: Tidemark;
    let browser: Browser;
    let database: pg.Pool;
    let visitor: Visitor;
    let admin: Api;
    beforeAll(async () => {
      [product, browser] = await Promise.all([startTidemark({ env: { DATA_DIR: dataDir } }), launchBrowser(executable!)]);
      // One connection: statements that are sent together wait for their turn.
      database = new pg.Pool({ connectionString: embeddedDatabase(dataDir), max: 1 });
      // The server ends before this connection does.
      database.on('error', () => undefined);
      ({ api: admin } = await signIn(new Api(product.url), ADMIN.email, ADMIN.password));
      visitor = await Visitor.open(browser, product.url, { width });
      visitor.page.on('dialog', (dialog) => {
        visitor.complaints.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await logIn(visitor, ADMIN.email, ADMIN.password, '/admin');
    }, START_MS);
    afterAll(async () => {
      await browser?.close();
      await database?.end();
      await product?.stop();
      product?.discard();
      rmSync(dataDir, { recursive: true, force: true });
    }, 120_000);

    tests({
      get product() {
        return product;
      },
      get admin() {
        return admin;
      },
      get visitor() {
        return visitor;
      },
      get page() {
        return visitor.page;
      },
      query: async <Row extends object>(sql: string, values: unknown[] = []) => (await database.query<Row>(sql, values)).rows,
      member: async (surname, { otherName = 'Ada', membership = 'trade club', refferedBy } = {}) => {
        const email = `${surname.toLowerCase()}.${Math.random().toString(36).slice(2, 8)}@club.example`;
        const body = { ...registration({ email, password: PASSWORD, membership }), surname, otherName, ...(refferedBy && { refferedBy }) };
        const reply = await new Api(product.url).post('/signupuser', body);
        if (reply.status !== 201) throw new Error(`sign-up of ${email}: ${reply.status} ${JSON.stringify(reply.body)}`);
        // Opening the mail is what other tests are about.
        await database.query('update users set email_confirmed_at = now() where email = $1', [email]);
        return { email, fullName: `${otherName} ${surname}`, ...(await signIn(new Api(product.url), email, PASSWORD)) };
      },
      visit: (options) => Visitor.open(browser, product.url, { width, ...options }),
      open: async (path) => {
        visitor.complaints.length = 0;
        await visitor.goAfresh(`/#${path}`);
        await settled(visitor.page);
        return visitor.page;
      },
      follow: async (path) => {
        visitor.complaints.length = 0;
        await visitor.follow(`/#${path}`);
        await settled(visitor.page);
        return visitor.page;
      },
      leave: async () => {
        await visitor.leave(`/#${consoleBase}/nowhere`);
        expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      },
    });
  });
}

/** Sends documents and a key of the sandbox exchange. */
export async function sendsKyc(
  { api, email }: StoredMember,
  { profile = 'small', n, address }: { profile?: string; n: number; address?: string },
): Promise<void> {
  const reply = await api.post(
    '/createkyc',
    kycForm({ ...sandboxKey(profile, 'read-only', n), ...(address !== undefined && { address }) }),
  );
  if (reply.status !== 201) throw new Error(`KYC of ${email}: ${reply.status} ${JSON.stringify(reply.body)}`);
}

export async function sendsPayment(
  { api, email }: StoredMember,
  { membership = 'trade club', txid }: { membership?: 'trade club' | 'hedge fund'; txid?: string } = {},
): Promise<void> {
  const form = new FormData();
  form.set('membership', membership);
  form.set('amount', membership === 'trade club' ? '50' : '20');
  if (txid) form.set('txid', txid);
  form.set('proofOfPayment', new Blob([PNG], { type: 'image/png' }), 'proof.png');
  const reply = await api.post('/createpayment', form);
  if (reply.status !== 201) throw new Error(`payment of ${email}: ${reply.status} ${JSON.stringify(reply.body)}`);
}

/** The headings of a table, as they are read. */
export async function columnsOf(page: Page, caption: string | RegExp): Promise<string[]> {
  const table = page.getByRole('table', { name: caption });
  await table.waitFor();
  return (await table.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
}
