import { Agent, request } from 'node:http';

const PROBE_MS = 100;
/** A machine with other work may make every process say for a moment that it is not ready; the end of one of them leaves another. */
const MOST_WAITED_MS = 60_000;

export interface Answer {
  status: number;
  body: string;
}

interface Backend {
  url: string;
  ready: boolean;
  agent: Agent;
}

/** What stands before several API processes: it asks each how it is, sends requests to those that say they are ready, over connections that it keeps, and tries nothing twice. */
export class Balancer {
  private readonly backends = new Map<string, Backend>();
  private isClosed = false;
  private turn = 0;

  /** Takes part once it says that it is ready. */
  add(url: string): void {
    const backend = { url, ready: false, agent: new Agent({ keepAlive: true }) };
    this.backends.set(url, backend);
    void this.probe(backend);
  }

  get ready(): string[] {
    return [...this.backends.values()].filter(({ ready }) => ready).map(({ url }) => url);
  }

  /** Rejects where the connection breaks, or nobody becomes ready. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    for (const end = performance.now() + MOST_WAITED_MS; performance.now() < end; await pause()) {
      const ready = [...this.backends.values()].filter((backend) => backend.ready);
      const backend = ready[this.turn++ % ready.length];
      if (backend) return fetched(backend, path, headers);
    }
    throw new Error('no process is ready');
  }

  close(): void {
    this.isClosed = true;
    for (const { agent } of this.backends.values()) agent.destroy();
  }

  /** One question after the other: of two at once the older answer may come last. */
  private async probe(backend: Backend): Promise<void> {
    while (!this.isClosed) {
      const answer = await fetched(backend, '/health/ready').catch(() => null);
      backend.ready = answer?.status === 200;
      await pause();
    }
  }
}

const pause = () => new Promise((next) => setTimeout(next, PROBE_MS));

function fetched({ url, agent }: Backend, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((done, failed) => {
    const sent = request(url + path, { agent, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () => done({ status: response.statusCode ?? 0, body }));
      response.on('error', failed);
    });
    sent.on('error', failed);
    sent.end();
  });
}
