import { randomBytes } from 'node:crypto';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ChainFile } from './chain/chain-file.ts';
import type { Chains } from './chain/chains.ts';
import { SOLID_DEPTH } from './chain/tron-chain.ts';
import { Exchange } from './http/exchange.ts';
import { createSandboxServer } from './http/server.ts';
import { selfSignedCertificate } from './push/certificate.ts';
import { createPushServer } from './push/push-http.ts';
import { assertWorld } from './world/invariants.ts';

export interface SandboxOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  /** A loopback address; 127.0.0.1 by default. */
  host?: string;
  /** Another seed is another world. */
  seed?: string;
  /** Opens /__control; a random one is made when absent. */
  controlToken?: string;
  /** Refuse unknown parameters (-1104) and too large limits (-1130) instead of overlooking them. */
  strict?: boolean;
  /** Blocks appear by themselves on both chains, as on real ones; otherwise they appear when they are asked for. */
  mines?: boolean;
  /** A file that keeps the chains, so that payments outlive a restart. */
  chainFile?: string;
  /** Starts the push service of browsers, over TLS on a port of its own. */
  push?: boolean;
  /** The machine's clock in milliseconds. */
  now?: () => number;
}

export interface Sandbox {
  url: string;
  port: number;
  controlToken: string;
  /** Ends all connections and stops listening. */
  close: () => Promise<void>;
}

export const DEFAULT_SEED = 'tidemark-sandbox-1';

export class NotLoopback extends Error {
  constructor(host: string) {
    super(`the sandbox exchange listens on loopback addresses only, not on ${host}`);
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** TRON makes a block every three seconds. Bitcoin's ten minutes would be a long wait for a demo. */
const BLOCKS_MS = { tron: 3000, bitcoin: 60_000 } as const;

const startMiners = (chains: Chains): NodeJS.Timeout[] => {
  // Chains from a file are as old as the last run: without new blocks, solid ones too, a reader takes the source for one that stands still.
  chains.tron.mine(SOLID_DEPTH + 1);
  return (['tron', 'bitcoin'] as const).map((name) => setInterval(() => chains[name].mine(1), BLOCKS_MS[name]).unref());
};

/** After a kill, this much of the chains is lost at most; payments are kept as they are made. */
const KEEP_MS = 30_000;

/** `exchange.push.address` says where it is, and what clients have to trust. */
async function startPush({ push }: Exchange, host: string): Promise<Server> {
  const certificate = selfSignedCertificate(push.now());
  const server = createPushServer(push, certificate);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  push.address = { port: (server.address() as AddressInfo).port, cert: certificate.cert };
  return server;
}

/**
 * Starts a sandbox exchange in this process. Rejects with NotLoopback, with the system's error when the port is taken, and with BrokenWorld
 * when the seed makes accounts whose sums do not add up.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  if (!isLoopback(host)) throw new NotLoopback(host);
  const controlToken = options.controlToken ?? randomBytes(24).toString('base64url');
  const exchange = new Exchange({
    seed: options.seed ?? DEFAULT_SEED,
    strict: options.strict ?? false,
    now: options.now ?? Date.now,
    ...(options.chainFile && { chainFile: new ChainFile(options.chainFile) }),
  });
  assertWorld(exchange.ledgers.get('small', 1), exchange.ledgers.get('typical', 1));
  const { server, streams } = createSandboxServer(exchange, controlToken);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const pushServer = options.push ? await startPush(exchange, host) : null;
  const timers = options.mines ? startMiners(exchange.chains) : [];
  timers.push(setInterval(() => exchange.chains.keep(), KEEP_MS).unref());
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    controlToken,
    close: () =>
      new Promise((resolve) => {
        timers.forEach(clearInterval);
        exchange.chains.keep();
        streams.close();
        exchange.bot.updates.release();
        pushServer?.close();
        pushServer?.closeAllConnections();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
