// What a member waits for a 1 kB picture while another member sends six pictures that cost as much as the limits allow, against the same
// picture in calm (security S3). Over HTTP against the built API. The six are of two kinds: those that the header refuses, and the
// costliest that are decoded.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import pg from 'pg';
import sharp from 'sharp';
import { onPinnedNode } from '../../scripts/lib/node24.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { migrateDatabase } from '../../scripts/lib/schema.mjs';
import { API_FLAGS } from '../../scripts/lib/launcher/flags.mjs';
import { figure, median, report } from '../lib/figures.mjs';

/** Not counted: connections that are new to a statement, and code that is not compiled yet, cost more than the picture. */
const WARM_UP = 5;
const ROUNDS = 9;
const CALM = 5;
const BOMBS = 6;
const GOAL = 3;
const PASSWORD = 'seven lanterns over the harbour';

/** A flat PNG with transparency at 16 bits a channel. */
function deepPng(edge) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([16, 6, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((edge * 8 + 1) * edge), { level: 9 });
  const start = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

await onPinnedNode();
const home = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
const database = await startPostgres({ home: join(home, 'database'), scratch: true });
const port = await freePort();
const base = `http://127.0.0.1:${port}/api/v1`;
let api;
try {
  await migrateDatabase(database.url());
  api = spawn(process.execPath, [...API_FLAGS, join(root, 'dist/backend/bundle/main.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: database.url(),
      DATA_DIR: home,
      PORT: String(port),
      DEV_SMTP_PORT: String(await freePort()),
      EXCHANGE_URL: 'http://127.0.0.1:9',
      FX_URL: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((done, failed) => {
    api.once('message', done);
    api.once('exit', () => failed(new Error('the API ended')));
  });
  const client = new pg.Client({ connectionString: database.url() });
  await client.connect();

  const post = async (path, body) => {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const member = async (name) => {
    const email = `${name}@example.com`;
    const person = { surname: 'Bench', otherName: name, email, phoneNumber: '2348012345678', country: 'Nigeria', dob: '1990-01-01' };
    await post('/signupuser', { ...person, membership: 'trade club', role: 'trade club', password: PASSWORD });
    await client.query('update users set email_confirmed_at = now() where email = $1', [email]);
    return (await post('/signinuser', { email, password: PASSWORD })).token;
  };
  const [attacker, other] = [await member('attacker'), await member('other')];

  const upload = async (bytes) => {
    const form = new FormData();
    form.append('profileImg', new Blob([bytes]), 'picture');
    const encoded = new Response(form);
    return { type: encoded.headers.get('content-type'), body: Buffer.from(await encoded.arrayBuffer()) };
  };
  /** Bodies are encoded before: what the client costs is no part of the figure. */
  const send = async (token, { type, body }) => {
    const began = performance.now();
    const response = await fetch(`${base}/profileImg`, { method: 'POST', headers: { authorization: token, 'content-type': type }, body });
    await response.arrayBuffer();
    return { status: response.status, ms: performance.now() - began };
  };
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
    .then(upload);
  const small = async () => {
    const { status, ms } = await send(other, picture);
    if (status !== 200) throw new Error(`the picture was answered with ${status}`);
    return ms;
  };
  const kinds = [
    { name: 'beside six that the header refuses', bomb: await upload(deepPng(6324)), ratios: [] },
    { name: 'beside six of 20 megapixels at 16 bits', bomb: await upload(deepPng(4472)), ratios: [] },
  ];
  await small();
  for (let round = 1 - WARM_UP; round <= ROUNDS; round++) {
    for (const { name, bomb, ratios } of kinds) {
      await client.query('delete from rate_limits');
      await client.query(`update files set created_at = now() - interval '2 days'`);
      const calm = [];
      for (let n = 0; n < CALM; n++) calm.push(await small());
      let isOver = false;
      const bombs = Promise.all(Array.from({ length: BOMBS }, () => send(attacker, bomb))).finally(() => (isOver = true));
      const beside = [];
      do beside.push(await small());
      while (!isOver && beside.length < 20);
      const answers = (await bombs).map(({ status, ms }) => `${status} after ${ms.toFixed(0)} ms`);
      if (round < 1) continue;
      ratios.push(median(beside) / median(calm));
      console.log(
        `round ${round}: ${name}: ${median(beside).toFixed(0)} ms, calm ${median(calm).toFixed(0)} ms; the six: ${answers.join(', ')}`,
      );
    }
  }
  const missed = report(
    'What a member waits for a small picture, against calm',
    kinds.map(({ name, ratios }) => figure(name, ratios, GOAL, { most: true })),
    console.log,
  );
  await client.end();
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  api?.disconnect();
  await database.stop();
  rmSync(home, { recursive: true, force: true });
}
