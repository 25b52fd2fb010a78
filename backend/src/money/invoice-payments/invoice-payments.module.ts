import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { VenuesModule } from '../../trading/venues/index.js';
import { ChainModule } from '../chain/index.js';
import { InvoicesModule } from '../invoices/index.js';
import { LedgerModule } from '../ledger/index.js';
import { PayAddressesModule } from '../pay-addresses/index.js';
import { ChainTransferReaderRepository } from './chain-transfer-reader.repository.js';
import { InvoiceVoidingService } from './invoice-voiding.service.js';
import { InvoicePaymentRepository } from './invoice-payment.repository.js';
import { PaymentRatesService } from './payment-rates.service.js';
import { PaymentStateService } from './payment-state.service.js';
import { QuotePlacesService } from './quote-places.service.js';
import { QuotesService } from './quotes.service.js';
import { ReceivingAddressRepository } from './receiving-address.repository.js';
import { TransactionEvidenceService } from './transaction-evidence.service.js';

/** Quotes, and how the payment of an invoice stands. */
@Module({
  imports: [AuditModule, ChainModule, InvoicesModule, LedgerModule, PayAddressesModule, VenuesModule],
  providers: [
    ChainTransferReaderRepository,
    InvoiceVoidingService,
    QuotePlacesService,
    QuotesService,
    PaymentStateService,
    PaymentRatesService,
    InvoicePaymentRepository,
    ReceivingAddressRepository,
    TransactionEvidenceService,
  ],
  exports: [
    ChainModule,
    PayAddressesModule,
    ChainTransferReaderRepository,
    InvoiceVoidingService,
    QuotesService,
    PaymentStateService,
    PaymentRatesService,
    InvoicePaymentRepository,
    ReceivingAddressRepository,
    TransactionEvidenceService,
  ],
})
export class InvoicePaymentsModule {}
