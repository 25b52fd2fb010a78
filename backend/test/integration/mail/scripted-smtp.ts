import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  from: string;
  mail: ParsedMail;
  /** As it came, headers and all. */
  raw: string;
}

/**
 * `silence`: no answer at all. `cut`: the connection is reset without an answer. `accept-and-cut`: 250, and reset at once. A text: that
 * answer, such as `550 no such user`.
 */
export type Answer = 'accept' | 'silence' | 'cut' | 'accept-and-cut' | `${number} ${string}`;

/** What the server does; each hook sees what it is about. Whatever is not scripted is accepted. */
export interface Script {
  greet?: () => Answer;
  recipient?: (address: string) => Answer;
  /** The answer to a mail waits for this. */
  hold?: (mail: ReceivedMail) => Promise<void> | undefined;
  /** The whole mail has arrived. */
  data?: (mail: ReceivedMail) => Answer;
  /** The answer to a mail has just been written to the connection. */
  answered?: (mail: ReceivedMail) => void;
}

/** Below the ports that systems give out by themselves: nobody is given it while the server is stopped. */
const somePort = () => 20_000 + randomInt(12_000);
const PORT_TRIES = 20;

const refusal = (answer: Answer) => Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });

/** A mail server that does what a test tells it, on one port however often it stops and starts. */
export class ScriptedSmtp {
  script: Script = {};
  /** Everything that arrived whole, whatever was answered. */
  readonly received: ReceivedMail[] = [];
  #server: SMTPServer | null = null;
  #port = 0;
  readonly #sockets = new Map<string, Socket>();

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const port = this.#port || somePort();
      try {
        await this.#listen(port);
        this.#port = port;
        return;
      } catch (error) {
        if (this.#port || (error as { code?: string }).code !== 'EADDRINUSE' || tries === PORT_TRIES) throw error;
      }
    }
  }

  async #listen(port: number): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 50,
      onConnect: (session, done) => this.#settle(session, this.script.greet?.() ?? 'accept', done),
      onRcptTo: ({ address }, session, done) => this.#settle(session, this.script.recipient?.(address) ?? 'accept', done),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.once('end', () => void this.#take(Buffer.concat(chunks), session, done));
      },
    });
    server.on('error', () => undefined); // connections that a test cuts
    server.server.on('connection', (socket: Socket) => {
      const key = `${socket.remotePort}`;
      this.#sockets.set(key, socket);
      socket.once('close', () => this.#sockets.delete(key));
    });
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    this.#server = server;
  }

  /** From now on connections are refused, and those that are open are gone. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets.values()) socket.resetAndDestroy();
    if (server) await new Promise<void>((closed) => server.close(() => closed()));
  }

  /** Ids of the mails to an address, in the order of their arrival; copies are in it. */
  idsTo(address: string): string[] {
    return this.received.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.messageId?.slice(1).split('@')[0] ?? '');
  }

  async #take(raw: Buffer, session: SMTPServerSession, done: (error?: Error | null) => void): Promise<void> {
    const { rcptTo, mailFrom } = session.envelope;
    const received = {
      to: rcptTo.map(({ address }) => address),
      from: mailFrom ? mailFrom.address : '',
      mail: await simpleParser(raw),
      raw: raw.toString('utf8'),
    };
    await this.script.hold?.(received);
    const answer = this.script.data?.(received) ?? 'accept';
    this.received.push(received);
    this.#settle(session, answer, done);
    this.script.answered?.(received);
  }

  #settle({ remotePort }: SMTPServerSession, answer: Answer, done: (error?: Error | null) => void): void {
    const socket = this.#sockets.get(`${remotePort}`);
    if (answer === 'silence') return;
    if (answer === 'cut') return void socket?.resetAndDestroy();
    done(answer === 'accept' || answer === 'accept-and-cut' ? null : refusal(answer));
    if (answer === 'accept-and-cut') socket?.resetAndDestroy();
  }
}
