// How long a signal takes to reach members: 1,000 browsers by web push, against the same messages posted by Node alone, and 1,000 Telegram
// chats, against the 30 messages a second that Telegram takes, and a page that is open. `node bench/channels/run.mjs [push telegram page]`;
// about three minutes. Exits with 1 where a goal is missed.
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import webPush from 'web-push';
import { root } from '../../scripts/lib/root.mjs';
import { figure, report } from '../lib/figures.mjs';
import { ready, startStand } from '../sync/lib/stand.mjs';
import { measurePage } from './page.mjs';

const MEMBERS = 1000;
const ROUNDS = 3;
/** As many requests at a time as the product makes (DeliveryLoop). */
const CONCURRENCY = 50;
const TELEGRAM_A_SECOND = 30;
const GOALS = { pushSeconds: 5, telegram: 1.25, early: 0 };
const vapid = webPush.generateVAPIDKeys();
const SUBJECT = 'mailto:support@tidemark-club.com';

const measures = { push: measurePush, telegram: measureTelegram, page: measurePage };
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(measures).join(', ')}`);
  process.exit(2);
}
const missed = [];
for (const [name, measure] of Object.entries(measures)) if (wanted.length === 0 || wanted.includes(name)) missed.push(...(await measure()));
console.log(missed.length === 0 ? '\nEvery goal is met.' : `\nMissed:\n${missed.map((text) => `- ${text}`).join('\n')}`);
process.exit(missed.length === 0 ? 0 : 1);

async function measurePush() {
  const stand = await startStand(
    async (sandbox, home) => {
      const { cert } = await sandbox.control('GET', 'push/service');
      const file = join(home, 'push-service.pem');
      writeFileSync(file, cert);
      return {
        NODE_EXTRA_CA_CERTS: file,
        NODE_ENV: 'test',
        WEBHOOK_LOOPBACK: 'true',
        WEB_PUSH_PUBLIC_KEY: vapid.publicKey,
        WEB_PUSH_PRIVATE_KEY: vapid.privateKey,
        WEB_PUSH_SUBJECT: SUBJECT,
        WEB_PUSH_HOSTS: 'localhost',
      };
    },
    { host: 'bench/channels/host.mjs', sandbox: { SANDBOX_PUSH: '1' } },
  );
  try {
    const subscribe = () => stand.exchange.control('POST', 'push/subscriptions', { key: vapid.publicKey, count: MEMBERS });
    await stand.tell('browsers', await subscribe());
    await stand.worker();
    const [ours, floors] = [[], []];
    let before = 0;
    const seconds = async (begin) => {
      const messages = (await stand.exchange.control('GET', 'push/messages')).slice(before);
      before += messages.length;
      return (Math.max(...messages.map(({ at }) => at)) - begin) / 1000;
    };
    for (let round = 0; round < ROUNDS; round++) {
      const begin = await stand.tell('publish');
      // Asked of the database, and seldom: to read all messages would take part of the machine from the worker.
      while ((await stand.tell('sent')) < MEMBERS * (round + 1)) await sleep(500);
      ours.push(await seconds(begin));
      const [{ text }] = await stand.exchange.control('GET', 'push/messages');
      floors.push(await seconds(await postAll(stand, await subscribe(), text)));
    }
    return report(
      `${MEMBERS} browsers, seconds until the last has the message`,
      [
        figure('published signal', ours, GOALS.pushSeconds, { most: true }),
        figure('Node alone', floors, null),
        figure(
          'ratio',
          ours.map((value, i) => value / floors[i]),
          null,
        ),
      ],
      console.log,
    );
  } finally {
    await stand.stop();
  }
}

async function postAll(stand, subscriptions, payload) {
  const child = fork(join(root, 'bench/channels/floor.mjs'), [], {
    env: { ...process.env, ...stand.env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send({ subscriptions, concurrency: CONCURRENCY, ...vapid, subject: SUBJECT, payload });
  return (await ready(child, 'the floor')).begin;
}

async function measureTelegram() {
  const stand = await startStand(
    async (sandbox) => {
      const { token } = await sandbox.control('GET', 'telegram/bot');
      return { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: `${sandbox.url}/telegram` };
    },
    { host: 'bench/channels/host.mjs' },
  );
  try {
    const chats = Array.from({ length: MEMBERS }, (_, i) => 10_000 + i);
    // Somebody who takes the bot's messages, and has not been answered anything.
    for (const from of chats) await stand.exchange.control('POST', 'telegram/unblock', { from });
    await stand.worker();
    await stand.tell('chats', chats);
    const begin = await stand.tell('publish');
    while ((await stand.tell('sent')) < MEMBERS) await sleep(500);
    const all = await stand.exchange.control('GET', 'telegram/calls?method=sendMessage');
    const last = Math.max(...all.map(({ at }) => at));
    return report(
      `${MEMBERS} Telegram chats, first publication`,
      [
        figure(
          `time, as a part of ${MEMBERS} messages at ${TELEGRAM_A_SECOND} a second`,
          [((last - begin) / 1000) * (TELEGRAM_A_SECOND / MEMBERS)],
          GOALS.telegram,
          { most: true },
        ),
        figure('refused (429) or early', [all.filter(({ status, isEarly }) => status === 429 || isEarly).length], GOALS.early, {
          most: true,
        }),
      ],
      console.log,
    );
  } finally {
    await stand.stop();
  }
}
