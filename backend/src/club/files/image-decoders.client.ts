import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DecodeReply, DecodeRequest } from './image-decoder.process.js';

export type Decoded = Exclude<DecodeReply, { kind: 'ready' }> | { kind: 'refused'; problem: 'too-slow' };

export interface DecoderTimes {
  /** For one picture, from the moment it is sent to a decoder. */
  decodeMs: number;
  /** For loading the image library. */
  startMs: number;
  /** After which an idle decoder ends: the image library takes some 40 MB. */
  idleMs: number;
}

const TIMES: DecoderTimes = { decodeMs: 3_000, startMs: 20_000, idleMs: 60_000 };

/** Beside this file, with its extension: a source in tests, built code, or an entry of the bundle. */
const ownPath = fileURLToPath(import.meta.url);
const PROGRAM = fileURLToPath(new URL(`./image-decoder.process${extname(ownPath)}`, import.meta.url));

/** Processes that decode pictures, started when first needed. One that takes too long is killed, and with it the work. */
export class ImageDecodersClient {
  readonly #idle: Decoder[] = [];

  constructor(private readonly times: DecoderTimes = TIMES) {}

  /** Decodes one picture; the caller bounds how many run at once. A picture that crashes its decoder is unreadable. */
  async decode(request: DecodeRequest): Promise<Decoded> {
    const decoder = this.#idle.pop() ?? (await Decoder.start(this.times));
    const decoded = await decoder.decode(request);
    if (decoder.isAlive) this.#keep(decoder);
    return decoded;
  }

  /** Decoders that wait for a picture. */
  get waiting(): number {
    return this.#idle.length;
  }

  #keep(decoder: Decoder): void {
    this.#idle.push(decoder);
    decoder.rest(() => {
      const index = this.#idle.indexOf(decoder);
      if (index >= 0) this.#idle.splice(index, 1);
    });
  }
}

class Decoder {
  #stopIdle: NodeJS.Timeout | undefined;

  private constructor(
    private readonly child: ChildProcess,
    private readonly times: DecoderTimes,
  ) {}

  /** Throws where the program does not start: that is our fault and none of the picture's. */
  static async start(times: DecoderTimes): Promise<Decoder> {
    const child = fork(PROGRAM, [], { execArgv: [], env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const decoder = new Decoder(child, times);
    const reply = await decoder.reply(times.startMs);
    if (reply === 'ended' || reply === 'late') throw new Error('the image decoder did not start');
    return decoder;
  }

  get isAlive(): boolean {
    return this.child.connected && this.child.exitCode === null && this.child.signalCode === null;
  }

  async decode(request: DecodeRequest): Promise<Decoded> {
    clearTimeout(this.#stopIdle);
    this.#hold(true);
    const reply = this.reply(this.times.decodeMs);
    this.child.send(request, () => undefined); // a failure to send is the end of the process, which `reply` reports
    const answer = await reply;
    if (answer === 'late') return { kind: 'refused', problem: 'too-slow' };
    return answer === 'ended' || answer.kind === 'ready' ? { kind: 'refused', problem: 'unreadable' } : answer;
  }

  /** Lets the process wait for the next picture without keeping ours alive; `ended` is called when it stops. */
  rest(ended: () => void): void {
    this.#hold(false);
    this.child.removeAllListeners('exit').once('exit', ended);
    this.#stopIdle = setTimeout(() => {
      ended();
      this.child.kill('SIGKILL');
    }, this.times.idleMs).unref();
  }

  /** Returns the next message. Kills the process if there is none in time. */
  private reply(limitMs: number): Promise<DecodeReply | 'late' | 'ended'> {
    return new Promise((resolve) => {
      const settle = (outcome: DecodeReply | 'late' | 'ended') => {
        clearTimeout(timer);
        this.child.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
        this.child.on('error', () => undefined);
        resolve(outcome);
      };
      const timer = setTimeout(() => {
        this.child.removeAllListeners('exit').once('exit', () => settle('late')); // the slot is free after the exit
        this.child.kill('SIGKILL');
      }, limitMs);
      this.child.once('message', (message) => settle(message as DecodeReply));
      this.child.once('exit', () => settle('ended'));
      this.child.once('error', () => settle('ended'));
    });
  }

  #hold(isBusy: boolean): void {
    for (const part of [this.child, this.child.channel]) {
      if (isBusy) part?.ref();
      else part?.unref();
    }
  }
}
