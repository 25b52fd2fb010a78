import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, CDPSession, Page } from 'playwright-core';
import webPush from 'web-push';
import { WebhookReceiver } from '../integration/channels/webhook-receiver.js';
import { OwnSandbox } from '../integration/exchange/own-sandbox.js';
import { aSignal } from '../integration/signals/a-signal.js';
import { applyWithKey, approve, PASSWORD, type Admitted } from './support/admit.js';
import { launchBrowser, Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { logIn } from './support/journey.js';
import { paid } from './support/member-screens.js';
import { sandboxKey } from './support/sandbox-control.js';
import { text } from './support/texts.js';
import { startTidemark, type Tidemark } from './support/tidemark.js';

/** The headless shell shows no notifications. */
const executable = process.env['TEST_DESKTOP_BROWSER'];
const PERSON = 4711;

/** A member and the ways on which signals reach them, in a real browser, with a double of what is outside of the product. */
(executable ? describe : describe.skip)('a member and the channels of their signals', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-channels-'));
  const vapid = webPush.generateVAPIDKeys();
  const receiver = new WebhookReceiver();
  let services: OwnSandbox;
  let product: Tidemark;
  let browser: Browser;
  let applied: Admitted;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    services = await OwnSandbox.start({ SANDBOX_PUSH: '1' });
    const { cert } = await services.control<{ cert: string }>('GET', 'push/service');
    writeFileSync(join(folder, 'push-service.pem'), cert);
    const env = {
      NODE_EXTRA_CA_CERTS: join(folder, 'push-service.pem'),
      WEBHOOK_LOOPBACK: 'true',
      WEB_PUSH_PUBLIC_KEY: vapid.publicKey,
      WEB_PUSH_PRIVATE_KEY: vapid.privateKey,
      WEB_PUSH_SUBJECT: 'mailto:support@tidemark-club.com',
      WEB_PUSH_HOSTS: 'localhost',
    };
    [product, browser] = await Promise.all([startTidemark({ env }), launchBrowser(executable!), receiver.start()]);
    applied = await applyWithKey(product, sandboxKey('small', 'read-only', 78));
    await approve(applied);
    await paid(applied);
    visitor = await Visitor.open(browser, product.url);
    ({ page } = visitor);
    await visitor.context.grantPermissions(['notifications'], { origin: product.url });
    await logIn(visitor, applied.email, PASSWORD, '/trade-dashboard');
  }, 400_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    product?.discard();
    await services?.stop();
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const publish = async (asset: string): Promise<string> => {
    const reply = await applied.admin.post('/createsignal', aSignal({ asset, projectedDateOfClosure: '2099-12-31' }));
    expect([reply.status, reply.body.message]).toEqual([201, expect.any(String)]);
    return (reply.body as unknown as { data: { id: string } }).data.id;
  };
  /** What somebody does in Telegram, or what is in their chat. */
  const telegram = async <T>(method: 'GET' | 'POST', what: string, body?: object): Promise<T> => {
    const response = await fetch(`${product.sandbox.url}/__control/telegram/${what}`, {
      method,
      headers: { 'x-control-token': product.sandbox.token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as T;
  };
  const chat = () => telegram<{ text: string; isSilent: boolean }[]>('GET', `messages?chat=${PERSON}`);
  const inChat = (asset: string) =>
    eventually(async () => {
      const found = (await chat()).find(({ text: said }) => said.includes(asset));
      if (!found) throw new Error(`no message about ${asset}: ${JSON.stringify(await chat())}`);
      return found;
    });

  it('connects Telegram, joins the group, gets a signal there, has the next one without a sound, and disconnects', async () => {
    await visitor.goTo('/notification-settings');
    await button(text('telegram.connect.action')).click();
    const chatLink = await page.getByRole('link', { name: text('telegram.open') }).getAttribute('href');
    const code = new URL(chatLink!).searchParams.get('start');
    await visitor.look('channels-telegram-link');
    await telegram('POST', 'start', { from: PERSON, username: 'ada_trades', code });
    await page.getByText(text('telegram.pending.title', { name: '@ada_trades', id: String(PERSON) })).waitFor();
    await visitor.look('channels-telegram-pending');
    await button(text('telegram.pending.confirm')).click();
    await page.getByText(text('telegram.state.connected'), { exact: true }).waitFor();
    await visitor.look('channels-telegram-connected');

    const invite = await page.getByRole('link', { name: text('telegram.group.join') }).getAttribute('href');
    await visitor.look('channels-group-link');
    // What the card shows leads to the stand-in of Telegram.
    const link = `https://t.me/${invite!.split('/').at(-1)}`;
    const stranger = PERSON + 1;
    await telegram('POST', 'join', { from: stranger, link });
    await telegram('POST', 'join', { from: PERSON, link });
    await page.getByText(text('telegram.group.state.member'), { exact: true }).waitFor();
    await visitor.look('channels-group-member');
    const group = () => telegram<{ members: Record<string, unknown>; requests: unknown[] }>('GET', 'group');
    // The request of somebody else with the same link has been declined by now, or is before long.
    await eventually(async () => expect((await group()).requests).toEqual([]));
    const { members } = await group();
    expect([String(PERSON) in members, String(stranger) in members]).toEqual([true, false]);

    await publish('BTCUSDT');
    expect(await inChat('BTC/USDT')).toMatchObject({ isSilent: false });

    const kind = text('notifications.kind.signal-published.title');
    const select = page.getByLabel(text('notifications.cell.label', { kind, channel: text('notifications.channel.telegram') }), {
      exact: true,
    });
    await Promise.all([
      page.waitForResponse(
        (response) => response.request().method() !== 'GET' && response.url().includes('/me/notification') && response.ok(),
      ),
      select.selectOption({ label: text('notifications.value.silent') }),
    ]);
    await publish('ETHUSDT');
    expect(await inChat('ETH/USDT')).toMatchObject({ isSilent: true });

    await button(text('telegram.disconnect.action')).click();
    const dialog = page.getByRole('dialog');
    await visitor.look('channels-telegram-disconnect');
    await dialog.getByRole('button', { name: text('telegram.disconnect.action'), exact: true }).click();
    await page.getByText(text('telegram.group.help.notLinked')).waitFor();
    // The right to the group ends with the connection.
    await eventually(async () => expect((await group()).members).not.toMatchObject({ [PERSON]: 'member' }));
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
  }, 200_000);

  it('adds a webhook, sees what it was sent, and has it sent again under the same id', async () => {
    await visitor.goTo('/webhooks');
    await page.getByLabel(text('webhooks.add.url')).fill(receiver.url('/mine'));
    await button(text('webhooks.add.action')).click();
    await page.getByRole('dialog', { name: text('webhooks.secret.title') }).waitFor();
    await button(text('webhooks.secret.done')).click();

    await publish('SOLUSDT');
    await eventually(() => expect(receiver.at('/mine')).toHaveLength(1));
    // It would have come first.
    expect((await chat()).filter(({ text: said }) => said.includes('SOL/USDT'))).toEqual([]);
    await button(text('webhooks.log.show')).click();
    await button(text('webhooks.log.open')).click();
    await visitor.look('channels-webhook-delivery');
    await button(text('webhooks.replay.action')).click();
    const [first, second] = await eventually(() => {
      const received = receiver.at('/mine');
      expect(received).toHaveLength(2);
      return received;
    });
    expect([second!.id, second!.body]).toEqual([first!.id, first!.body]);
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
  }, 200_000);

  it('turns notifications on, and a click on one opens its signal', async () => {
    const subscription = await services.control<{ id: string }>('POST', 'push/subscriptions', { key: vapid.publicKey });
    await visitor.goTo('/notification-settings');
    await page.evaluate(`(${SUBSCRIBE})(${JSON.stringify(subscription)})`);
    await button(text('push.turnOn.action')).click();
    await page.getByText(text('push.on')).waitFor();
    await visitor.look('channels-push-on');
    const id = await publish('XRPUSDT');
    const message = await eventually(async () => {
      const all = await services.control<{ text: string }[]>('GET', `push/messages?subscription=${subscription.id}`);
      const found = all.find(({ text: said }) => said.includes(id));
      if (!found) throw new Error(`no message about ${id}: ${JSON.stringify(all)}`);
      return found.text;
    });

    const devtools = await visitor.context.newCDPSession(page);
    await deliver(devtools, product.url, message);
    const shown = await page.evaluate<{ title: string; body: string }[]>(NOTIFICATIONS);
    expect(shown.map(({ title }) => title)).toEqual([expect.stringContaining('XRP/USDT')]);
    await visitor.context.serviceWorkers()[0]!.evaluate(CLICK);
    await visitor.at(`/user-trade-signal/${id}`);
    await page.getByRole('heading', { name: /XRP\/USDT/ }).waitFor();
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
  }, 200_000);
});

/** The browser's own push service is out of reach: its `subscribe` gives what the double made. */
const SUBSCRIBE = `({ endpoint, keys }) => {
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer;
  const subscription = (key) => ({
    endpoint,
    options: { applicationServerKey: key, userVisibleOnly: true },
    getKey: (name) => bytes(keys[name]),
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: async () => true,
  });
  let current = null;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => (current = subscription(applicationServerKey));
  PushManager.prototype.getSubscription = async () => current;
}`;

const NOTIFICATIONS = `navigator.serviceWorker.ready
  .then((registration) => registration.getNotifications())
  .then((shown) => shown.map(({ title, body }) => ({ title, body })))`;

/** A person's click lets the worker bring a window to the front, which a test has no way to do. */
const CLICK = `(async () => {
  WindowClient.prototype.focus = async function () { return this; };
  const [notification] = await self.registration.getNotifications();
  self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
})()`;

/**
 * Hands a message to the service worker, as the browser does with what its push service sends, and waits until its notification is shown.
 * Chromium forgets a notification about which a page asks (`getNotifications`) between its record and its display.
 */
async function deliver(devtools: CDPSession, origin: string, data: string): Promise<void> {
  const registered = new Promise<string>((done) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (found) done(found.registrationId);
    });
  });
  const displayed = new Promise<void>((done) => {
    devtools.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: { eventName } }) => {
      if (eventName === 'Notification displayed') done();
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('BackgroundService.startObserving', { service: 'notifications' });
  await devtools.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true });
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  await displayed;
}
