import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** Whether this process has been told to end. It still serves then: whoever sends it requests needs the time to notice. */
@Injectable()
export class Ending {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }
}

/** Answers of a process that ends are the last ones of their connections: the next request finds another process, rather than a connection that closes under it. */
export function endConnections(fastify: FastifyInstance, ending: Ending): void {
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (ending.begun) void reply.header('connection', 'close');
    done();
  });
}
