import { Module } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';
import { Clock } from '../../platform/domain/index.js';
import { ReceivingAddresses } from './addresses/receiving-addresses.service.js';
import { ChainReaders } from './sources/chain-readers.service.js';

/** Reads both chains, and derives the addresses that receive BTC. */
@Module({
  providers: [
    { provide: ReceivingAddresses, inject: [AppConfig], useFactory: ({ chains }: AppConfig) => new ReceivingAddresses(chains) },
    {
      provide: ChainReaders,
      inject: [AppConfig, Clock],
      useFactory: ({ chains }: AppConfig, clock: Clock) => new ChainReaders(chains, clock),
    },
  ],
  exports: [ReceivingAddresses, ChainReaders],
})
export class ChainModule {}
