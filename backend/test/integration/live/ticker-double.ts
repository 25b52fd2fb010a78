import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { eventually } from '../../e2e/support/eventually.js';

export interface Pair {
  symbol: string;
  price: string;
  open?: string;
  turnover?: string;
}

const LIST = '/api/v3/ticker/24hr?type=MINI';
const STREAM = '/ws/!miniTicker@arr';

/** The public part of an exchange: says what a test has it say, when the test says so. */
export class TickerDouble {
  /** What was asked, in order. */
  readonly asked: string[] = [];
  /** What the list shows. */
  pairs: Pair[] = [];
  /** How the list is answered. */
  answer: (response: ServerResponse, list: string) => void = (response, list) => void response.end(list);
  private readonly sockets: WebSocketServer;

  private constructor(private readonly server: Server) {
    this.sockets = new WebSocketServer({ server, path: STREAM });
    server.on('request', ({ url = '' }, response) => {
      this.asked.push(url);
      if (url === LIST) this.answer(response, JSON.stringify(this.pairs.map(listed)));
      else response.writeHead(404).end('{}');
    });
  }

  static async start(): Promise<TickerDouble> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TickerDouble(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Streams open now. */
  get streams(): number {
    return this.sockets.clients.size;
  }

  /** One message of the stream. */
  say(...pairs: Pair[]): void {
    for (const socket of this.sockets.clients) socket.send(JSON.stringify(pairs.map(streamed)));
  }

  /** Ends every stream without a word. */
  cut(): void {
    for (const socket of this.sockets.clients) socket.terminate();
  }

  /** Ends every stream after what was said. */
  close(): void {
    for (const socket of this.sockets.clients) socket.close(1001);
  }

  /** It has seen everybody go who went. */
  async left(): Promise<void> {
    await eventually(() => {
      if (this.streams > 0) throw new Error(`${this.streams} streams are open`);
    });
  }

  async stop(): Promise<void> {
    this.cut();
    this.sockets.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const listed = ({ symbol, price, open = '1', turnover = '1' }: Pair) => ({
  symbol,
  openPrice: open,
  highPrice: price,
  lowPrice: open,
  lastPrice: price,
  volume: '1',
  quoteVolume: turnover,
  openTime: 0,
  closeTime: Date.now(),
  firstId: 1,
  lastId: 2,
  count: 2,
});
const streamed = ({ symbol, price, open = '1', turnover = '1' }: Pair) => ({
  e: '24hrMiniTicker',
  E: Date.now(),
  s: symbol,
  c: price,
  o: open,
  h: price,
  l: open,
  v: '1',
  q: turnover,
});
