import { Module } from '@nestjs/common';
import { InvoicePaymentsModule } from '../../money/invoice-payments/index.js';
import { FilesModule } from '../files/index.js';
import { ReviewsModule } from '../reviews/index.js';
import { PaymentsAdminController } from './http/payments-admin.controller.js';
import { PaymentsV1Controller } from './http/payments.v1.controller.js';
import { PaymentsModule } from './payments.module.js';

@Module({
  imports: [PaymentsModule, FilesModule, ReviewsModule, InvoicePaymentsModule],
  controllers: [PaymentsV1Controller, PaymentsAdminController],
})
export class PaymentsHttpModule {}
