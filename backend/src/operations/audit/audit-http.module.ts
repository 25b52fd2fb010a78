import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DenialJournal } from '../../platform/http/session-reader.port.js';
import { traced } from '../../platform/observability/trace.js';
import { AuditEventRepository } from './audit-event.repository.js';
import { AuditExportService } from './audit-export.service.js';
import { AuditModule } from './audit.module.js';
import { AuditedDenials } from './audited-denials.adapter.js';
import { ChainStateService } from './chain-state.service.js';
import { AuditAdminController } from './http/audit-admin.controller.js';
import { FileViewsController } from './http/file-views.controller.js';

/**
 * Shows the audit log, writes refusals into it, and lets every audit record, log line and message of a request know its request without
 * handing it through each service.
 */
@Module({
  imports: [AuditModule],
  providers: [AuditEventRepository, AuditExportService, ChainStateService, { provide: DenialJournal, useClass: AuditedDenials }],
  controllers: [AuditAdminController, FileViewsController],
  exports: [DenialJournal],
})
export class AuditHttpModule implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    // preHandler, not onRequest: reading the body leaves the asynchronous context that an earlier hook would have opened.
    fastify.addHook('preHandler', (request, _reply, done) => traced({ requestId: request.id, ip: request.ip }, done));
  }
}
