import { Agent, request } from 'node:http';

const PROBE_MS = 100;
/** A machine with other work may make every process say for a moment that it is not ready; the end of one of them leaves another. */
const MAX_WAITED_MS = 60_000;

export interface Answer {
  status: number;
  body: string;
}

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** After so long without the whole answer the connection is broken off. */
  patienceMs?: number;
}

/** Nobody was ready: nothing was sent. */
export class NobodyReady extends Error {}

interface Backend {
  url: string;
  ready: boolean;
  agent: Agent;
}

/**
 * What stands before several API processes: it asks each how it is, sends requests to those that say they are ready, over connections that
 * it keeps, and tries nothing twice.
 */
export class Balancer {
  private readonly backends = new Map<string, Backend>();
  private isClosed = false;
  private turn = 0;
  private readonly probePatienceMs: number | undefined;

  /** `probePatienceMs`: a process that does not say how it is in that time counts as not ready; without it, it is waited for. */
  constructor({ probePatienceMs }: { probePatienceMs?: number } = {}) {
    this.probePatienceMs = probePatienceMs;
  }

  /** Takes part once it says that it is ready. */
  add(url: string): void {
    const backend = { url, ready: false, agent: new Agent({ keepAlive: true }) };
    this.backends.set(url, backend);
    void this.probe(backend);
  }

  get ready(): string[] {
    return [...this.backends.values()].filter(({ ready }) => ready).map(({ url }) => url);
  }

  /** Waits for a process that is ready, and rejects where none becomes so or the connection breaks. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    for (const end = performance.now() + MAX_WAITED_MS; performance.now() < end && this.ready.length === 0;) await pause();
    return this.send(path, { headers });
  }

  /** Waits for nobody: NobodyReady tells that nothing was sent. Rejects where the connection breaks. */
  async send(path: string, sent: Sent): Promise<Answer> {
    const ready = [...this.backends.values()].filter((backend) => backend.ready);
    const backend = ready[this.turn++ % ready.length];
    if (!backend) throw new NobodyReady('no process is ready');
    return answered(backend, path, sent);
  }

  close(): void {
    this.isClosed = true;
    for (const { agent } of this.backends.values()) agent.destroy();
  }

  /** One question after the other: of two at once the older answer may come last. */
  private async probe(backend: Backend): Promise<void> {
    while (!this.isClosed) {
      const answer = await answered(
        backend,
        '/health/ready',
        this.probePatienceMs === undefined ? {} : { patienceMs: this.probePatienceMs },
      ).catch(() => null);
      backend.ready = answer?.status === 200;
      await pause();
    }
  }
}

const pause = () => new Promise((next) => setTimeout(next, PROBE_MS));

function answered({ url, agent }: Backend, path: string, { method = 'GET', headers = {}, body, patienceMs }: Sent): Promise<Answer> {
  return new Promise((done, failed) => {
    const signal = patienceMs === undefined ? {} : { signal: AbortSignal.timeout(patienceMs) };
    const sent = request(
      url + path,
      {
        agent,
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
        ...signal,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => done({ status: response.statusCode ?? 0, body: text }));
        response.on('error', failed);
      },
    );
    sent.on('error', failed);
    sent.end(body);
  });
}
