import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../../platform/http/index.js';
import { metricsRegistry } from '../../platform/observability/metrics.js';
import { ReadinessProbeService, type Readiness } from './readiness-probe.service.js';

/** For load balancers and Prometheus; none of it is under /api. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly probe: ReadinessProbeService) {}

  @Get('health/live')
  @Access('public')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Access('public')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const readiness = await this.probe.check();
    void reply.status(readiness.ready ? 200 : 503);
    return readiness;
  }

  @Get('metrics')
  @Access('public')
  @Header('content-type', metricsRegistry.contentType)
  metrics(): Promise<string> {
    return metricsRegistry.metrics();
  }
}
