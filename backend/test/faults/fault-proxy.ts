import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** `pass`: everything goes through. `refuse`: connections are reset, those that stand and new ones. `silence`: they stand, and nothing comes through them any more. */
export type ProxyMode = 'pass' | 'refuse' | 'silence';

/** Stands between the product and one of its servers, and breaks their connections on demand. */
export class FaultProxy {
  private mode: ProxyMode = 'pass';
  private readonly server: Server;
  private readonly pairs = new Set<[Socket, Socket]>();

  private constructor(
    private readonly target: { host: string; port: number },
  ) {
    this.server = createServer({ allowHalfOpen: true }, (inner) => this.take(inner));
  }

  /** `url` with the address of a new proxy before its server in it. */
  static async before(url: string): Promise<{ proxy: FaultProxy; url: string }> {
    const through = new URL(url);
    const proxy = new FaultProxy({ host: through.hostname, port: Number(through.port) });
    await new Promise<void>((done) => proxy.server.listen(0, '127.0.0.1', done));
    through.port = String((proxy.server.address() as AddressInfo).port);
    through.hostname = '127.0.0.1';
    return { proxy, url: through.href };
  }

  set(mode: ProxyMode): void {
    // What was held back in a silence is lost: the other side has given up by then, or has to.
    if (mode === 'refuse' || this.mode === 'silence') this.cut();
    this.mode = mode;
    if (mode === 'silence') for (const pair of this.pairs) for (const socket of pair) hush(socket);
  }

  /** How many connections stand. */
  get connections(): number {
    return this.pairs.size;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((done) => this.server.close(done));
  }

  private take(inner: Socket): void {
    inner.on('error', () => undefined);
    if (this.mode === 'refuse') return void inner.resetAndDestroy();
    const outer = connect(this.target);
    outer.on('error', () => inner.destroy());
    const pair: [Socket, Socket] = [inner, outer];
    this.pairs.add(pair);
    for (const socket of pair) socket.on('close', () => this.drop(pair));
    if (this.mode === 'silence') return hush(inner);
    inner.pipe(outer);
    outer.pipe(inner);
  }

  private drop(pair: [Socket, Socket]): void {
    this.pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  }

  private cut(): void {
    for (const [inner, outer] of this.pairs) {
      inner.resetAndDestroy();
      outer.destroy();
    }
    this.pairs.clear();
  }
}

function hush(socket: Socket): void {
  socket.unpipe();
  socket.pause();
}
