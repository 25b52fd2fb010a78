import { Module } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { PayAddressChangesService } from './pay-address-changes.service.js';
import { PayAddressRepository } from './pay-address.repository.js';
import { PayAddressesService } from './pay-addresses.service.js';

@Module({
  imports: [AuditModule, MailModule],
  providers: [PayAddressesService, PayAddressChangesService, PayAddressRepository],
  exports: [PayAddressesService, PayAddressChangesService],
})
export class PayAddressesModule {}
