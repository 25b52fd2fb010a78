import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { ErasureSweepService } from './erasure/erasure-sweep.service.js';
import { ExportSweepService } from './export/export-sweep.service.js';
import { sweepPrivacy } from './export/export.jobs.js';

@Injectable()
@HandlesJob(sweepPrivacy)
export class SweepPrivacyHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly exports: ExportSweepService,
    private readonly erasures: ErasureSweepService,
  ) {}

  async handle(): Promise<void> {
    await this.exports.expire();
    await this.exports.restartStalled();
    await this.erasures.eraseDue();
  }
}
