import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { computeSignalPractice } from './signal-practice.jobs.js';
import { SignalPracticeService } from './signal-practice.service.js';

@Injectable()
@HandlesJob(computeSignalPractice)
export class ComputeSignalPracticeHandler implements JobHandler<Record<string, never>> {
  constructor(private readonly practice: SignalPracticeService) {}

  handle(): Promise<void> {
    return this.practice.compute();
  }
}
