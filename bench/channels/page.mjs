// How long a published signal takes to be drawn on the page of a member who has it open: the built product, a real browser.
import { chromium } from 'playwright-core';
import { testTools } from '../../scripts/lib/testing/tools.mjs';
import { figure, report } from '../lib/figures.mjs';
import { startProduct } from '../landing/product.mjs';

const SIGNALS = 10;
const GOAL_MS = 200;
const MEMBER = 'trade@example.com';
const ADMIN = 'admin@example.com';
const PAUSE_MS = 1_000;

const signal = {
  asset: 'BTCUSDT',
  tradeType: 'Buy',
  timeFrame: '4 Hours',
  riskLevel: 'Medium',
  leverage: '10x',
  recommendedPositionSize: '2% of the account',
  duration: '3 to 5 days',
  currentPrice: '64250.5',
  entryPrice: '64000',
  stopLoss: '62500',
  trailingStopLoss: 'breakeven',
  takeProfit1: '65500',
  takeProfit2: '67000',
  takeProfit3: '69000.25',
  marketCondition: 'Bullish above the weekly open',
  signalMessage: 'Enter on the retest.',
  date: '2026-11-21',
  time: '09:30',
  projectedDateOfClosure: '2099-12-31',
};

/** Keeps when the page first drew each link to a signal, in milliseconds of the clock: the picture after the one that it was put in. */
const noteLinks = () => {
  globalThis.drawnAt = {};
  const look = () => {
    for (const link of document.querySelectorAll('a[href*="/user-trade-signal/"]')) {
      const id = link.getAttribute('href').split('/').at(-1);
      if (id in globalThis.drawnAt) continue;
      globalThis.drawnAt[id] = null;
      requestAnimationFrame(() => setTimeout(() => (globalThis.drawnAt[id] = Date.now())));
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
};

async function call(url, path, token, body) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.message}`);
  return answer;
}

/** The member's signals page, once the server tells it of new signals. */
async function openPage(browser, url, { email, password }) {
  const page = await browser.newPage();
  const listens = new Promise((done) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const message = String(payload);
        if (message.startsWith('{"type":"subscribed"') && message.includes('"signals"')) done();
      }),
    ),
  );
  await page.addInitScript(noteLinks);
  await page.goto(`${url}/#/login`);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((address) => address.hash.endsWith('dashboard'));
  await page.goto(`${url}/#/user-trade-signal`);
  await page.locator('h1').waitFor();
  await listens;
  return page;
}

async function drawnAt(page, id) {
  for (;;) {
    const at = await page.evaluate((one) => globalThis.drawnAt[one] ?? null, id);
    if (at !== null) return at;
    await new Promise((next) => setTimeout(next, 50));
  }
}

/** Milliseconds from the answer to the admin until a member's open page has drawn the signal. */
export async function measurePage() {
  const { found: executablePath, tool } = testTools().find(({ variable }) => variable === 'TEST_CHROMIUM');
  if (!executablePath) throw new Error(`${tool} is not on this machine: name one by CHROMIUM_PATH`);
  const product = await startProduct({ SEED_DEMO: 'true', SIGNAL_ENTRY_BAND_PERCENT: '0' });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const { token } = await call(
      product.url,
      '/signinuser',
      undefined,
      product.signIns.find(({ email }) => email === ADMIN),
    );
    const page = await openPage(
      browser,
      product.url,
      product.signIns.find(({ email }) => email === MEMBER),
    );
    const waits = [];
    for (let n = 0; n < SIGNALS; n++) {
      const { id } = await call(product.url, '/admin/signals', token, signal);
      const published = Date.now();
      waits.push((await drawnAt(page, id)) - published);
      await new Promise((next) => setTimeout(next, PAUSE_MS));
    }
    return report(
      `a page that is open, milliseconds from the admin's answer`,
      [figure('signal drawn', waits, GOAL_MS, { most: true })],
      console.log,
    );
  } finally {
    await browser.close();
    await product.stop();
  }
}
