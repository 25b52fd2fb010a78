import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { KeyUpkeepService } from './key-upkeep.service.js';
import { keyUpkeep } from './exchange-account.jobs.js';

@Injectable()
@HandlesJob(keyUpkeep)
export class KeyUpkeepHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly em: EntityManager,
    private readonly upkeep: KeyUpkeepService,
  ) {}

  async handle(): Promise<void> {
    await this.upkeep.remind(this.em);
    await this.upkeep.wipe(this.em);
  }
}
