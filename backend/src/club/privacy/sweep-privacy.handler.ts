import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { ErasureSweep } from './erasure/erasure-sweep.js';
import { ExportSweep } from './export/export-sweep.js';
import { sweepPrivacy } from './export/export.jobs.js';

@Injectable()
@HandlesJob(sweepPrivacy)
export class SweepPrivacyHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly exports: ExportSweep,
    private readonly erasures: ErasureSweep,
  ) {}

  async handle(): Promise<void> {
    await this.exports.expire();
    await this.exports.pickUp();
    await this.erasures.eraseDue();
  }
}
