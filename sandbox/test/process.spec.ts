import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { startSandbox } from '../src/index.ts';
import { open } from './support/client.ts';

// A busy machine may take its time; nothing here depends on being fast.
jest.setTimeout(180_000);

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Without jest's own environment: the program must run as a user starts it. */
function environment(more: Record<string, string>): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', ...more };
}

async function run(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [main], { env: environment(env) });
  children.push(child);
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  // 'exit' may come before the last of the output.
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

interface Ready {
  type: string;
  port: number;
  url: string;
  controlToken: string;
}

function start(env: Record<string, string>): { child: ChildProcess; ready: Promise<Ready>; line: Promise<string> } {
  const child = fork(main, { env: environment(env), execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  children.push(child);
  return {
    child,
    ready: once(child, 'message').then(([message]) => message as Ready),
    line: once(child.stdout ?? child, 'data').then(([data]) => String(data)),
  };
}

describe('the program', () => {
  it('says where it listens, on the terminal and to its parent, and ends with its parent', async () => {
    const { child, ready, line } = start({ SANDBOX_CONTROL_TOKEN: 'known' });
    const message = await ready;
    expect(message).toEqual({ type: 'ready', port: expect.any(Number), url: `http://127.0.0.1:${message.port}`, controlToken: 'known' });
    expect(await line).toBe(`sandbox exchange on ${message.url}\n`);
    const response = await fetch(`${message.url}/api/v3/ping`);
    expect([response.status, await response.text()]).toEqual([200, '{}']);
    const exit = once(child, 'exit');
    child.disconnect();
    expect(await exit).toEqual([0, null]);
  });

  it('ends on SIGTERM, open connections or not', async () => {
    const { child, ready } = start({});
    const { url, controlToken } = await ready;
    expect(controlToken.length).toBeGreaterThan(20);
    await fetch(`${url}/api/v3/ping`);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it('refuses production with one line, unless it is allowed', async () => {
    const { code, output } = await run({ NODE_ENV: 'production' });
    expect(code).toBe(1);
    expect(output).toMatch(/^sandbox exchange: .*SANDBOX_ALLOW=1.*\n$/);
    const { ready } = start({ NODE_ENV: 'production', SANDBOX_ALLOW: '1' });
    expect((await ready).type).toBe('ready');
  });

  it('refuses addresses others can reach, and ports that are none', async () => {
    expect(await run({ SANDBOX_HOST: '0.0.0.0' })).toEqual({
      code: 1,
      output: 'sandbox exchange: the sandbox exchange listens on loopback addresses only, not on 0.0.0.0\n',
    });
    expect((await run({ SANDBOX_PORT: 'http' })).output).toContain('SANDBOX_PORT is not a port');
    await expect(startSandbox({ host: '192.0.2.1' })).rejects.toThrow('loopback');
  });
});

it('answers the same bytes after a restart', async () => {
  const now = () => Date.UTC(2026, 10, 21, 12);
  const read = async (): Promise<string[]> => {
    const sandbox = await startSandbox({ now });
    const headers = { 'X-Control-Token': sandbox.controlToken };
    const paths = ['/api/v3/exchangeInfo', '/fapi/v1/exchangeInfo', '/api/v3/ticker/24hr', '/__control/truth/typical-5'];
    const texts = await Promise.all(paths.map(async (path) => (await open(sandbox, path, { headers })).text));
    await sandbox.close();
    return texts;
  };
  expect(await read()).toEqual(await read());
});
