import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { traced } from './request-trace.js';

/** Lets every audit record of a request know its request, without handing it through each service. */
@Module({})
export class AuditHttpModule implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    // preHandler, not onRequest: reading the body leaves the asynchronous context that an earlier hook would have opened.
    fastify.addHook('preHandler', (request, _reply, done) => traced(request, done));
  }
}
