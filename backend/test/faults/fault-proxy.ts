import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * `pass`: everything goes through. `refuse`: connections are reset, those that stand and new ones. `silence`: they stand, and nothing comes
 * through them any more. `slow`: what is sent arrives later, in its order. `cut`: each connection is reset after so many more bytes.
 * `lose-commits`: a commit reaches the database, and its answer nobody: whoever asked cannot know whether it happened.
 */
export type ProxyMode = 'pass' | 'refuse' | 'silence' | 'slow' | 'cut' | 'lose-commits';

export interface ProxyTerms {
  /** Of `slow`: how long each piece is held back. */
  delayMs?: number;
  /** Of `cut`: how many bytes pass, both ways together. */
  bytes?: number;
  /** Of `lose-commits`: how many answers are lost; later ones pass. */
  commits?: number;
}

interface Pair {
  inner: Socket;
  outer: Socket;
  /** Bytes that passed since the mode was set. */
  passed: number;
  /** What the server says now is lost. */
  deaf: boolean;
}

/** Stands between the product and one of its servers, and breaks their connections on demand. */
export class FaultProxy {
  private mode: ProxyMode = 'pass';
  private terms: Required<ProxyTerms> = { delayMs: 0, bytes: 0, commits: 0 };
  private readonly target: { host: string; port: number };
  private readonly server: Server;
  private readonly pairs = new Set<Pair>();

  private constructor(target: { host: string; port: number }) {
    this.target = target;
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

  set(mode: ProxyMode, terms: ProxyTerms = {}): void {
    // What was held back in a silence is lost: the other side has given up by then, or has to.
    if (mode === 'refuse' || this.mode === 'silence') this.cut();
    this.mode = mode;
    this.terms = { delayMs: 0, bytes: 0, commits: 0, ...terms };
    for (const pair of this.pairs) {
      pair.passed = 0;
      if (mode === 'silence') hush(pair);
    }
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
    const pair: Pair = { inner, outer, passed: 0, deaf: false };
    this.pairs.add(pair);
    for (const socket of [inner, outer]) socket.on('close', () => this.drop(pair));
    this.relay(pair, inner, outer);
    this.relay(pair, outer, inner);
    if (this.mode === 'silence') hush(pair);
  }

  private relay(pair: Pair, from: Socket, to: Socket): void {
    from.on('data', (chunk: Buffer) => this.carry(pair, from, to, chunk));
    // After what is still held back.
    from.on('end', () => setTimeout(() => to.end(), this.mode === 'slow' ? this.terms.delayMs : 0));
    to.on('drain', () => {
      if (this.mode !== 'silence') from.resume();
    });
  }

  private carry(pair: Pair, from: Socket, to: Socket, chunk: Buffer): void {
    if (pair.deaf && from === pair.outer) return;
    if (this.mode === 'slow') return void setTimeout(() => to.write(chunk), this.terms.delayMs);
    pair.passed += chunk.length;
    if (this.mode === 'cut' && pair.passed > this.terms.bytes) {
      to.write(chunk.subarray(0, Math.max(0, chunk.length - (pair.passed - this.terms.bytes))), () => this.sever(pair));
      return;
    }
    if (!to.write(chunk)) from.pause();
    if (this.mode === 'lose-commits' && from === pair.inner && this.terms.commits > 0 && isCommit(chunk)) {
      this.terms.commits -= 1;
      pair.deaf = true;
      // The server reads what it has got before it sees the end.
      pair.outer.end();
      pair.inner.resetAndDestroy();
    }
  }

  private sever(pair: Pair): void {
    pair.inner.resetAndDestroy();
    pair.outer.destroy();
  }

  private drop(pair: Pair): void {
    this.pairs.delete(pair);
    // A commit that is to be lost must be read first.
    if (!pair.deaf) for (const socket of [pair.inner, pair.outer]) socket.destroy();
  }

  private cut(): void {
    for (const pair of this.pairs) this.sever(pair);
    this.pairs.clear();
  }
}

/** PostgreSQL's message for a statement without parameters ends in a zero byte. */
function isCommit(chunk: Buffer): boolean {
  return chunk.toString('latin1').toLowerCase().includes('commit\0');
}

function hush({ inner, outer }: Pair): void {
  inner.pause();
  outer.pause();
}
