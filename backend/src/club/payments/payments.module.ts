import { Module } from '@nestjs/common';
import { FilesModule } from '../files/index.js';
import { ReviewsModule } from '../reviews/index.js';
import { PaymentDecisionsService } from './payment-decisions.service.js';
import { PaymentRepository } from './payment.repository.js';
import { PaymentsService } from './payments.service.js';
import { SubscriptionSettings } from './subscription.settings.js';

@Module({
  imports: [FilesModule, ReviewsModule],
  providers: [PaymentsService, PaymentDecisionsService, PaymentRepository, SubscriptionSettings],
  exports: [PaymentsService, PaymentDecisionsService, SubscriptionSettings],
})
export class PaymentsModule {}
