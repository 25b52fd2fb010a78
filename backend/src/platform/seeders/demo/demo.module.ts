import { Module, type DynamicModule } from '@nestjs/common';
import { AdminModule } from '../../../club/admin/admin.module.js';
import { BroadcastsModule } from '../../../messaging/broadcasts/index.js';
import { Clock } from '../../domain/index.js';
import { DatabaseClock } from '../../persistence/database-clock.service.js';
import type { AppConfig } from '../../config/index.js';
import { CoreModule } from '../../../core.module.js';
import { VenuesModule } from '../../../trading/venues/index.js';
import { KycModule } from '../../../club/kyc/index.js';
import { MarketModule } from '../../../trading/market/index.js';
import { PaymentsModule } from '../../../club/payments/index.js';
import { PrivacyModule } from '../../../club/privacy/privacy.module.js';
import { ScoringModule, SignalsModule } from '../../../trading/signals/index.js';
import { UsersModule } from '../../../club/users/index.js';
import { DemoBroadcastSeeder } from './demo-broadcast.seeder.js';
import { DemoCaseSeeder } from './demo-case.seeder.js';
import { DemoClock, DemoDatabaseClock } from './demo-clocks.js';
import { DemoClubSeeder } from './demo-club.seeder.js';
import { DemoSignalSeeder } from './demo-signal.seeder.js';
import { DemoRepository } from './demo.repository.js';
import { MarketViewReader } from './market-view.reader.js';

/** The process that creates the demo club's history, with the product's services and a clock that can be set. */
@Module({})
export class DemoModule {
  static forRoot(config: AppConfig): DynamicModule {
    const clock = new DemoClock();
    const clocks = [
      { provide: Clock, useValue: clock },
      { provide: DatabaseClock, useValue: new DemoDatabaseClock(clock) },
    ];
    return {
      module: DemoModule,
      imports: [
        CoreModule.forRoot(config, { http: false, clocks }),
        AdminModule,
        BroadcastsModule,
        VenuesModule,
        KycModule,
        MarketModule,
        PaymentsModule,
        PrivacyModule,
        ScoringModule,
        SignalsModule,
        UsersModule,
      ],
      providers: [
        { provide: DemoClock, useValue: clock },
        DemoBroadcastSeeder,
        DemoCaseSeeder,
        DemoClubSeeder,
        DemoRepository,
        DemoSignalSeeder,
        MarketViewReader,
      ],
    };
  }
}
