// The sandbox exchange in a process of its own, and its control interface.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/root.mjs';

export async function startExchange(env = {}) {
  const child = fork(join(root, 'sandbox/src/main.ts'), [], {
    env: { ...process.env, SANDBOX_PORT: '0', ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { url, controlToken } = await new Promise((done, failed) => {
    child.once('message', done);
    child.once('exit', (code) => failed(new Error(`the sandbox exchange ended with ${code}`)));
  });
  const control = async (method, what, body) => {
    const response = await fetch(`${url}/__control/${what}`, {
      method,
      headers: { 'x-control-token': controlToken, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${what}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  return {
    url,
    control,
    truth: (member) => control('GET', `truth/${member}`),
    /** What was asked since the last call. */
    async spent() {
      const totals = await control('GET', 'totals');
      await control('DELETE', 'totals');
      return totals;
    },
    stop: () => child.disconnect(),
  };
}

export const keyOf = (profile, n) => ({ apiKey: `sbx_${profile}_read-only_${n}`, secretKey: `sbs_${profile}_read-only_${n}` });

/** Limits that never bind, for measures that count requests and not their pace. */
export const NO_LIMITS = { api: 1e9, fapi: 1e9, 'sapi-ip': 1e9, 'sapi-uid': 1e12, 'sapi-uid-second': 1e12 };
