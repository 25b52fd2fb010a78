import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { InvoicesModule } from '../invoices/index.js';
import { BookingService } from './booking.service.js';
import { ChainWatchHandler } from './chain-watch.handler.js';
import { ChainWatchService } from './chain-watch.service.js';
import { SecondSourceService } from './second-source.service.js';
import { PaymentExceptionsService } from './payment-exceptions.service.js';
import { InvoicePaymentsModule } from './invoice-payments.module.js';

@Module({})
export class InvoicePaymentsJobsModule {
  /** `consequences` exports PaidInvoiceListener: money knows nothing of what it buys. */
  static over(consequences: Type): DynamicModule {
    return {
      module: InvoicePaymentsJobsModule,
      imports: [InvoicePaymentsModule, InvoicesModule, MailModule, consequences],
      providers: [ChainWatchHandler, ChainWatchService, BookingService, PaymentExceptionsService, SecondSourceService],
    };
  }
}
