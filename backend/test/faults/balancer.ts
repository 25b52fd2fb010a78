import { Agent, request } from 'node:http';

const PROBE_MS = 100;

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
  private readonly probing = setInterval(() => void this.probe(), PROBE_MS);
  private turn = 0;

  /** Takes part once it says that it is ready. */
  add(url: string): void {
    this.backends.set(url, { url, ready: false, agent: new Agent({ keepAlive: true }) });
  }

  get ready(): string[] {
    return [...this.backends.values()].filter(({ ready }) => ready).map(({ url }) => url);
  }

  /** Rejects where the connection breaks, or nobody is ready. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const ready = [...this.backends.values()].filter((backend) => backend.ready);
    const backend = ready[this.turn++ % ready.length];
    if (!backend) throw new Error('no process is ready');
    return fetched(backend, path, headers);
  }

  close(): void {
    clearInterval(this.probing);
    for (const { agent } of this.backends.values()) agent.destroy();
  }

  private async probe(): Promise<void> {
    for (const backend of this.backends.values()) {
      const answer = await fetched(backend, '/health/ready').catch(() => null);
      backend.ready = answer?.status === 200;
    }
  }
}

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
