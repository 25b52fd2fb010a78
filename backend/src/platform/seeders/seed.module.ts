import { Module, type DynamicModule } from '@nestjs/common';
import type { AppConfig } from '../config/index.js';
import { CoreModule } from '../../core.module.js';
import { KycModule } from '../../club/kyc/index.js';
import { PaymentsModule } from '../../club/payments/index.js';
import { UsersModule } from '../../club/users/index.js';
import { DemoMemberSeeder } from './demo-member.seeder.js';
import { AccountSeeder } from './account.seeder.js';

@Module({})
export class SeedModule {
  static forRoot(config: AppConfig): DynamicModule {
    return {
      module: SeedModule,
      imports: [CoreModule.forRoot(config, { http: false }), UsersModule, KycModule, PaymentsModule],
      providers: [DemoMemberSeeder, AccountSeeder],
    };
  }
}
