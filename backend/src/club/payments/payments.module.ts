import { Module } from '@nestjs/common';
import { InvoicePaymentsModule, PaidInvoiceListener } from '../../money/invoice-payments/index.js';
import { InvoicesModule } from '../../money/invoices/index.js';
import { PayAddressesModule } from '../../money/pay-addresses/index.js';
import { FilesModule } from '../files/index.js';
import { ReviewsModule } from '../reviews/index.js';
import { PaymentDecisionsService } from './payment-decisions.service.js';
import { PaymentRepository } from './payment.repository.js';
import { PaymentsService } from './payments.service.js';
import { SubscriptionInvoicesService } from './subscription-invoices.service.js';
import { SubscriptionPaidListener } from './subscription-paid.listener.js';
import { SubscriptionSettings } from './subscription.settings.js';

@Module({
  imports: [FilesModule, InvoicePaymentsModule, InvoicesModule, PayAddressesModule, ReviewsModule],
  providers: [
    { provide: PaidInvoiceListener, useClass: SubscriptionPaidListener },
    PaymentsService,
    PaymentDecisionsService,
    PaymentRepository,
    SubscriptionInvoicesService,
    SubscriptionSettings,
  ],
  exports: [PaidInvoiceListener, PaymentsService, PaymentDecisionsService, SubscriptionInvoicesService, SubscriptionSettings],
})
export class PaymentsModule {}
