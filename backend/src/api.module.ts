import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { InboxHttpModule } from './club/inbox/inbox-http.module.js';
import { MemberNotesHttpModule } from './club/member-notes/member-notes-http.module.js';
import { AdminHttpModule } from './club/admin/admin-http.module.js';
import { AuditHttpModule } from './operations/audit/index.js';
import { AuthHttpModule } from './club/auth/auth-http.module.js';
import { AccessGuard, BodyKindGuard, ErrorFilter, SessionStrategy } from './platform/http/index.js';
import { LiveHttpModule } from './messaging/live/live-http.module.js';
import { BroadcastsHttpModule } from './messaging/broadcasts/index.js';
import type { AppConfig } from './platform/config/index.js';
import { CoreModule } from './core.module.js';
import { ExchangeAccountsHttpModule } from './trading/exchange-accounts/index.js';
import { HistoryHttpModule } from './trading/history/index.js';
import { ReconciliationHttpModule } from './trading/reconciliation/index.js';
import { SyncHttpModule } from './trading/sync/index.js';
import { TickerHttpModule } from './trading/ticker/index.js';
import { VenuesHttpModule } from './trading/venues/index.js';
import { FilesHttpModule } from './club/files/index.js';
import { FxHttpModule } from './money/fx/index.js';
import { HealthHttpModule } from './operations/health/health-http.module.js';
import { KycHttpModule } from './club/kyc/index.js';
import { ChannelsHttpModule } from './messaging/channels/index.js';
import { NoticesHttpModule } from './messaging/notices/index.js';
import { PreferencesHttpModule } from './messaging/preferences/index.js';
import { MailHttpModule } from './messaging/mail/mail-http.module.js';
import { AccountingHttpModule } from './money/accounting/accounting-http.module.js';
import { FeeProjectionHttpModule } from './money/fee-projection/index.js';
import { InvoicePaymentsHttpModule } from './money/invoice-payments/invoice-payments-http.module.js';
import { FundHttpModule } from './money/fund/index.js';
import { ProfitShareHttpModule } from './money/profit-share/index.js';
import { SignalPracticeHttpModule } from './money/signal-practice/index.js';
import { InvoicesHttpModule } from './money/invoices/invoices-http.module.js';
import { PayAddressesHttpModule } from './money/pay-addresses/pay-addresses-http.module.js';
import { OperationsHttpModule } from './operations/monitoring/index.js';
import { PaymentsModule } from './club/payments/index.js';
import { PaymentsHttpModule } from './club/payments/payments-http.module.js';
import { PortfolioHttpModule } from './trading/portfolio/portfolio-http.module.js';
import { PrivacyHttpModule, RestrictionGuard } from './club/privacy/index.js';
import { ReferralsHttpModule } from './club/referrals/referrals-http.module.js';
import { AnalysisHttpModule } from './club/analysis/analysis-http.module.js';
import { CalendarHttpModule } from './club/calendar/calendar-http.module.js';
import { CommentsHttpModule } from './club/comments/comments-http.module.js';
import { SiteContentHttpModule } from './club/site-content/site-content-http.module.js';
import { ResourcesHttpModule } from './club/resources/index.js';
import { ReviewsHttpModule } from './club/reviews/reviews-http.module.js';
import { SignalLogModule } from './trading/signals/index.js';
import { AlertsHttpModule } from './trading/alerts/index.js';
import { SignalsHttpModule } from './trading/signals/signals-http.module.js';
import { TaxHttpModule } from './trading/tax/tax-http.module.js';
import { TeamHttpModule } from './club/team/team-http.module.js';
import { TrackRecordHttpModule } from './trading/track-record/index.js';
import { TransparencyHttpModule } from './trading/transparency/index.js';
import { UsersHttpModule } from './club/users/users-http.module.js';

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
        AuditHttpModule,
        AuthHttpModule,
        UsersHttpModule,
        MailHttpModule.forRoot(config),
        BroadcastsHttpModule,
        ChannelsHttpModule,
        PreferencesHttpModule,
        NoticesHttpModule,
        FilesHttpModule,
        VenuesHttpModule,
        TickerHttpModule,
        ExchangeAccountsHttpModule,
        HistoryHttpModule,
        SyncHttpModule,
        ReconciliationHttpModule,
        FxHttpModule,
        KycHttpModule,
        PaymentsHttpModule,
        InvoicesHttpModule,
        FundHttpModule,
        ProfitShareHttpModule,
        SignalPracticeHttpModule,
        InvoicePaymentsHttpModule.over(PaymentsModule),
        PayAddressesHttpModule,
        AccountingHttpModule,
        FeeProjectionHttpModule,
        PortfolioHttpModule,
        PrivacyHttpModule,
        ReferralsHttpModule,
        ResourcesHttpModule,
        AnalysisHttpModule,
        CalendarHttpModule,
        CommentsHttpModule,
        SiteContentHttpModule,
        ReviewsHttpModule,
        SignalsHttpModule,
        AlertsHttpModule,
        TaxHttpModule,
        TrackRecordHttpModule,
        TransparencyHttpModule.over(SignalLogModule),
        AdminHttpModule,
        InboxHttpModule,
        MemberNotesHttpModule,
        TeamHttpModule,
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
