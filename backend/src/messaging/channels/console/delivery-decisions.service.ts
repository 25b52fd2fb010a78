import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../../platform/domain/index.js';
import type { Actor } from '../../../platform/http/index.js';
import { AuditLog } from '../../../operations/audit/index.js';
import { isDecidedByAdmin } from '../channel.types.js';
import { AlreadyDecided, NothingToDecide } from './delivery-decision.errors.js';
import { DeliveryDecisionRepository, type DecidableDelivery, type SendAgainPreview } from './delivery-decision.repository.js';
import { resultOf, type Decision } from './delivery-result.rules.js';

/** Decides about messages that may have arrived, on channels that never repeat one. */
@Injectable()
export class DeliveryDecisionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly deliveries: DeliveryDecisionRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Returns what sending again would do now. Throws NotFound, AlreadyDecided and NothingToDecide (409). */
  async preview(id: string): Promise<SendAgainPreview> {
    requireUnknown(await this.deliveries.find(id));
    return this.deliveries.preview(id);
  }

  /**
   * Takes the decision, once for each try. A message that is sent again is a new one: it may arrive twice. Right, preference, address and
   * time are checked before its request as always. Throws as `preview`.
   */
  async decide({ userId, role }: Actor, id: string, decision: Decision): Promise<void> {
    await this.em.transactional(async (tx) => {
      const delivery = requireUnknown(await this.deliveries.lock(tx, id));
      // A person asks for the post, and knows how old it is.
      const mayBeLate = isDecidedByAdmin(delivery.channel);
      if (decision === 'arrived') await this.deliveries.markArrived(tx, id, userId);
      else await this.deliveries.sendAgain(tx, id, userId, { mayBeLate });
      await this.audit.record(tx, {
        action: 'delivery.decide',
        actorId: userId,
        actorRole: role,
        targetType: 'delivery',
        targetId: id,
        detail: {
          decision,
          channel: delivery.channel,
          threadId: delivery.threadId,
          revision: delivery.revision,
          userId: delivery.userId,
        },
      });
    });
  }
}

function requireUnknown(delivery: DecidableDelivery | null): DecidableDelivery {
  if (!delivery) throw new NotFound('delivery');
  if (resultOf(delivery.channel, delivery.state) === 'unknown') return delivery;
  throw delivery.decision === null ? new NothingToDecide() : new AlreadyDecided();
}
