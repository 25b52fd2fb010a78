import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { StoredKeyCheckService } from './stored-key-check.service.js';
import { checkStoredKey } from './exchange-account.jobs.js';

@Injectable()
@HandlesJob(checkStoredKey)
export class CheckKeyHandler implements JobHandler<{ v: 1; accountId: string }> {
  constructor(
    private readonly em: EntityManager,
    private readonly check: StoredKeyCheckService,
  ) {}

  async handle({ accountId }: { accountId: string }): Promise<void> {
    await this.check.ifDue(this.em, accountId);
  }
}
