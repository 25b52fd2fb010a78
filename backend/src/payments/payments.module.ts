import { Module } from '@nestjs/common';
import { FilesModule } from '../files/index.js';
import { ReviewsModule } from '../reviews/index.js';
import { PaymentDecisions } from './payment-decisions.service.js';
import { PaymentReviews } from './payment-reviews.js';
import { PaymentsService } from './payments.service.js';
import { Subscription } from './subscription.js';

@Module({
  imports: [FilesModule, ReviewsModule],
  providers: [PaymentsService, PaymentDecisions, PaymentReviews, Subscription],
  exports: [PaymentsService, PaymentDecisions, PaymentReviews, Subscription],
})
export class PaymentsModule {}
