import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { Clock } from '../../platform/domain/index.js';
import { useSnapshot } from '../../platform/persistence/snapshot.query.js';
import { FollowRateReader } from './follow-rate.reader.js';
import { MemberSlippageReader } from './member-slippage.reader.js';
import { SignalPracticeRepository } from './signal-practice.repository.js';

/** Computes how signals were traded, from the attribution behind the club's share. Computing again is always safe. */
@Injectable()
export class SignalPracticeService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly followRate: FollowRateReader,
    private readonly slippage: MemberSlippageReader,
    private readonly practice: SignalPracticeRepository,
    private readonly clock: Clock,
  ) {}

  async compute(): Promise<void> {
    const computedAt = this.clock.now();
    const managerId = this.config.managerUserId ?? null;
    const figures = await this.em.fork().transactional(async (tx) => {
      await useSnapshot(tx);
      return { follow: await this.followRate.read(tx, managerId), slippage: await this.slippage.read(tx, managerId) };
    });
    await this.practice.store(this.em.fork(), { computedAt, managerId, ...figures });
  }
}
