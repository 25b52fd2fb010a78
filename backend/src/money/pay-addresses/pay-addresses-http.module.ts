import { Module } from '@nestjs/common';
import { PayAddressesController } from './http/pay-addresses.controller.js';
import { PayAddressReader } from './pay-address.reader.js';
import { PayAddressesModule } from './pay-addresses.module.js';

@Module({ imports: [PayAddressesModule], controllers: [PayAddressesController], providers: [PayAddressReader] })
export class PayAddressesHttpModule {}
