import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

/** A source of chain data at an address of its own: it answers what another one does, changed as a test says. */
export class SecondSource {
  private constructor(
    private readonly server: Server,
    /** Changes the body of an answer; null: it answers 500. */
    public change: ((body: string, path: string) => string) | null,
    public asked: number,
  ) {}

  static async start(target: string): Promise<SecondSource> {
    const server = createServer((request, response) => {
      void (async () => {
        source.asked++;
        const body = request.method === 'POST' ? new Uint8Array(await buffer(request)) : null;
        const path = request.url ?? '/';
        const answer = await fetch(target + path, {
          method: request.method ?? 'GET',
          body,
          headers: { 'content-type': 'application/json' },
        });
        const text = await answer.text();
        if (source.change === null) response.writeHead(500).end('away');
        else response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(source.change(text, path));
      })();
    });
    const source = new SecondSource(server, (text) => text, 0);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return source;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
