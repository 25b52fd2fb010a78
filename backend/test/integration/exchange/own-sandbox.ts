import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../../sandbox/src/main.ts', import.meta.url));

interface Ready {
  url: string;
  controlToken: string;
}

/** Raw wire rows of everything a complete reading of an account must give. */
export interface Truth {
  uid: number;
  spotTrades: Record<string, string | number | boolean>[];
  unreachableSpotTrades: Record<string, string | number | boolean>[];
  futuresTrades: Record<string, string | number | boolean>[];
  openOrders: Record<string, string | number | boolean>[];
  openAlgoOrders: Record<string, string | number | boolean>[];
  positions: Record<string, string | number>[];
  deposits: Record<string, string | number>[];
  withdrawals: Record<string, string | number>[];
  transfers: Record<string, string | number>[];
  dust: Record<string, unknown>[];
  dividends: Record<string, string | number>[];
  conversions: Record<string, string | number>[];
  wallets: { walletName: string; balance: string }[];
  balances: { asset: string; free: string; locked: string }[];
}

export interface LoggedCall {
  path: string;
  status: number;
  [key: string]: unknown;
}

/** A sandbox exchange of one test file's own: its clock, faults and limits disturb nobody else. */
export class OwnSandbox {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly token: string,
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<OwnSandbox> {
    const child = fork(MAIN, [], {
      env: { ...process.env, SANDBOX_PORT: '0', ...env },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { url, controlToken } = await new Promise<Ready>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Ready));
      child.once('exit', (code) => reject(new Error(`the sandbox exchange ended with ${code}`)));
    });
    return new OwnSandbox(child, url, controlToken);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.disconnect();
    await ended;
  }

  async control<T>(method: 'GET' | 'POST' | 'DELETE', what: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}/__control/${what}`, {
      method,
      headers: { 'x-control-token': this.token, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${what}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  truth(member: string): Promise<Truth> {
    return this.control('GET', `truth/${member}`);
  }
}

export function sandboxKey(profile: string, kind = 'read-only', n = 1): { apiKey: string; secretKey: string } {
  return { apiKey: `sbx_${profile}_${kind}_${n}`, secretKey: `sbs_${profile}_${kind}_${n}` };
}
