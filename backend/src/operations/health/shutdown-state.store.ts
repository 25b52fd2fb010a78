import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** Records that this process is shutting down. It keeps serving until the load balancer has stopped sending requests. */
@Injectable()
export class ShutdownStateStore {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }
}

/** Adds `connection: close` to responses during shutdown, so that the client's next request opens a connection to another process. */
export function endConnections(fastify: FastifyInstance, shutdown: ShutdownStateStore): void {
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (shutdown.begun) void reply.header('connection', 'close');
    done();
  });
}
