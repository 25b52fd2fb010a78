import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { HandlesOutbox, UndeliverableError, type OutboxHandler } from '../../platform/outbox/index.js';
import { carryOutKind } from '../reviews/index.js';
import { KycConsoleDecisionsService } from './kyc-console-decisions.service.js';
import { kycReviewConfig } from './kyc-review.config.js';

const payloadSchema = z.object({ v: z.literal(1), id: z.uuid() });

/** Carries out a decision of the console once its time to be undone is over. */
@Injectable()
@HandlesOutbox(carryOutKind(kycReviewConfig))
export class CarryOutDecisionHandler implements OutboxHandler<unknown> {
  constructor(private readonly decisions: KycConsoleDecisionsService) {}

  handle(payload: unknown): Promise<void> {
    const parsed = payloadSchema.safeParse(payload);
    if (!parsed.success) throw new UndeliverableError('the payload is no scheduled decision');
    return this.decisions.carryOut(parsed.data.id);
  }
}
