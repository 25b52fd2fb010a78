import { Module } from '@nestjs/common';
import { FilesModule } from '../files/index.js';
import { ReviewsModule } from '../reviews/index.js';
import { PaymentDecisions } from './payment-decisions.service.js';
import { PaymentRepository } from './payment.repository.js';
import { PaymentsService } from './payments.service.js';
import { Subscription } from './subscription.js';

@Module({
  imports: [FilesModule, ReviewsModule],
  providers: [PaymentsService, PaymentDecisions, PaymentRepository, Subscription],
  exports: [PaymentsService, PaymentDecisions, Subscription],
})
export class PaymentsModule {}
