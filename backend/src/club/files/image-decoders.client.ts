import type { DecodeReply, DecodeRequest } from './image-decoder.process.js';
import { ProcessPool, programBeside } from './process-pool.client.js';

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

/** Processes that decode pictures, started when first needed. One that takes too long is killed, and with it the work. */
export class ImageDecodersClient {
  readonly #pool: ProcessPool<DecodeRequest, DecodeReply>;

  constructor({ decodeMs, startMs, idleMs }: DecoderTimes = TIMES) {
    this.#pool = new ProcessPool(programBeside('image-decoder.process'), { workMs: decodeMs, startMs, idleMs });
  }

  /** Decodes one picture; the caller bounds how many run at once. A picture that crashes its decoder is unreadable. */
  async decode(request: DecodeRequest): Promise<Decoded> {
    const reply = await this.#pool.run(request);
    if (reply === 'late') return { kind: 'refused', problem: 'too-slow' };
    return reply === 'ended' || reply.kind === 'ready' ? { kind: 'refused', problem: 'unreadable' } : reply;
  }

  /** Decoders that wait for a picture. */
  get waiting(): number {
    return this.#pool.waiting;
  }
}
