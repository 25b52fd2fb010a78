import { Injectable, Logger } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { AnalysisPictureRepository } from './analysis-picture.repository.js';
import { sweepPictures } from './analysis.jobs.js';

/** Rows of one statement: each has a picture. */
const BATCH = 50;

@Injectable()
@HandlesJob(sweepPictures)
export class SweepPicturesHandler implements JobHandler<Record<string, never>> {
  private readonly log = new Logger('Analysis');

  constructor(private readonly pictures: AnalysisPictureRepository) {}

  async handle(): Promise<void> {
    let removed = 0;
    for (let last = BATCH; last === BATCH; removed += last) last = await this.pictures.deleteUnused(BATCH);
    if (removed > 0) this.log.log({ removed }, 'pictures of no text removed');
  }
}
