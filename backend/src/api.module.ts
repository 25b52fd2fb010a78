import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { AdminHttpModule } from './admin/admin-http.module.js';
import { AuditHttpModule } from './audit/index.js';
import { AuthHttpModule } from './auth/auth-http.module.js';
import { AccessGuard, BodyKindGuard, ErrorFilter, SessionStrategy } from './common/http/index.js';
import { LiveHttpModule } from './common/live/live-http.module.js';
import { BroadcastsHttpModule } from './broadcasts/index.js';
import type { AppConfig } from './config/index.js';
import { CoreModule } from './core.module.js';
import { ExchangeHttpModule } from './exchange/index.js';
import { FilesHttpModule } from './files/index.js';
import { HealthHttpModule } from './health/health-http.module.js';
import { KycHttpModule } from './kyc/index.js';
import { MailHttpModule } from './mail/mail-http.module.js';
import { OperationsHttpModule } from './operations/index.js';
import { PaymentsHttpModule } from './payments/payments-http.module.js';
import { PortfolioHttpModule } from './portfolio/portfolio-http.module.js';
import { PrivacyHttpModule, RestrictionGuard } from './privacy/index.js';
import { ReferralsHttpModule } from './referrals/referrals-http.module.js';
import { ResourcesHttpModule } from './resources/index.js';
import { ReviewsHttpModule } from './reviews/reviews-http.module.js';
import { SignalLogModule } from './signals/index.js';
import { SignalsHttpModule } from './signals/signals-http.module.js';
import { TrackRecordHttpModule } from './track-record/index.js';
import { TransparencyHttpModule } from './transparency/index.js';
import { UsersHttpModule } from './users/users-http.module.js';
import { WebHttpModule } from './web/web-http.module.js';

/** The API process: the core and every feature's controllers. */
@Module({})
export class ApiModule {
  static forRoot(config: AppConfig): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        CoreModule.forRoot(config, { http: true }),
        ScheduleModule.forRoot(),
        HealthHttpModule,
        LiveHttpModule,
        WebHttpModule,
        AuditHttpModule,
        AuthHttpModule,
        UsersHttpModule,
        MailHttpModule.forRoot(config),
        BroadcastsHttpModule,
        FilesHttpModule,
        ExchangeHttpModule,
        KycHttpModule,
        PaymentsHttpModule,
        PortfolioHttpModule,
        PrivacyHttpModule,
        ReferralsHttpModule,
        ResourcesHttpModule,
        ReviewsHttpModule,
        SignalsHttpModule,
        TrackRecordHttpModule,
        TransparencyHttpModule.over(SignalLogModule),
        AdminHttpModule,
        OperationsHttpModule,
      ],
      providers: [
        SessionStrategy,
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_GUARD, useClass: BodyKindGuard },
        // Runs after AccessGuard, which sets the actor.
        { provide: APP_GUARD, useExisting: RestrictionGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
