import { EventEmitter, once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { TestApi } from '../../support/test-app.js';

export const BOUNDARY = '----tidemark-upload';

/** Opens the API to real connections; returns its port. */
export async function listening(api: TestApi): Promise<number> {
  await api.app.listen(0, '127.0.0.1');
  return (api.app.getHttpServer().address() as AddressInfo).port;
}

export interface RawReply {
  status: number;
  head: string;
  body: string;
  /** Bytes of the body that the server, and the buffers on the way, took before the answer came or the connection ended. */
  taken: number;
}

/** Sends a form piece by piece and stops as soon as an answer comes, as no well-behaved client would have to. */
export class RawUpload {
  private static readonly open = new Set<RawUpload>();
  private readonly socket: Socket;
  private readonly chunked: boolean;
  /** Tells that `answer` or `ended` has changed. */
  private readonly news = new EventEmitter();
  private answer = '';
  private ended = false;
  private taken = 0;

  constructor(
    port: number,
    path: string,
    { token, length, headers = {} }: { token: string; length?: number; headers?: Record<string, string> },
  ) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text: string) => {
      this.answer += text;
      this.news.emit('heard');
    });
    const end = () => {
      this.ended = true;
      this.news.emit('heard');
    };
    this.socket.on('error', end); // reset by a server that has heard enough
    this.socket.on('close', end);
    const lines = [
      `POST /api/v1${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${token}`,
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    this.chunked = length === undefined;
    this.socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    RawUpload.open.add(this);
  }

  /** Cuts every connection that a test has left open: a server waits for them at its end. */
  static cutAll(): void {
    for (const upload of RawUpload.open) upload.destroy();
    RawUpload.open.clear();
  }

  private get over(): boolean {
    return this.ended || this.answer.includes('\r\n\r\n');
  }

  /** Sends one piece of the body; false once there is no use in more. */
  async send(piece: Buffer): Promise<boolean> {
    if (this.over) return false;
    const bytes = this.chunked ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]) : piece;
    const flushed = this.socket.write(bytes);
    this.taken += piece.length;
    if (!flushed)
      await new Promise<void>((done) => {
        for (const event of ['drain', 'close'] as const) this.socket.once(event, () => done());
      });
    await new Promise((next) => setImmediate(next)); // lets an answer in
    return !this.over;
  }

  /** Ends a chunked body. */
  end(): void {
    if (!this.over) this.socket.write('0\r\n\r\n');
  }

  /** What the server said, once it has. */
  async reply(deadlineMs = 60_000): Promise<RawReply> {
    await this.reached(() => this.ended || /\r\n\r\n[^]/.test(this.answer), deadlineMs);
    const [head = '', ...rest] = this.answer.split('\r\n\r\n');
    return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: rest.join('\r\n\r\n'), taken: this.taken };
  }

  /** Whether the server has ended the connection, waiting for it. */
  async closed(deadlineMs = 60_000): Promise<boolean> {
    await this.reached(() => this.ended, deadlineMs);
    return this.ended;
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** Waits until the socket has brought about `condition`, or the deadline has passed. */
  private async reached(condition: () => boolean, deadlineMs: number): Promise<void> {
    const signal = AbortSignal.timeout(deadlineMs);
    while (!condition() && !signal.aborted) await once(this.news, 'heard', { signal }).catch(() => undefined);
  }
}

export const fileHead = (name: string) =>
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`);
export const fieldPart = (name: string, value: string) =>
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
export const formEnd = Buffer.from(`--${BOUNDARY}--\r\n`);
