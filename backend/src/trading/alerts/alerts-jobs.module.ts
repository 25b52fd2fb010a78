import { Module } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { MarketModule } from '../market/index.js';
import { VenuesModule } from '../venues/index.js';
import { AccountAlertEvaluationRepository } from './account-alert-evaluation.repository.js';
import { AccountAlertEvaluator } from './account-alert-evaluator.service.js';
import { AlertEvaluationRepository } from './alert-evaluation.repository.js';
import { AlertEvaluator } from './alert-evaluator.service.js';
import { AlertFirings } from './alert-firings.service.js';
import { AlertsDueHandler } from './alerts-due.handler.js';
import { EvaluateAccountAlertsHandler } from './evaluate-account-alerts.handler.js';
import { EvaluateAlertsHandler } from './evaluate-alerts.handler.js';

@Module({
  imports: [MailModule, MarketModule, VenuesModule],
  providers: [
    AlertEvaluationRepository,
    AlertEvaluator,
    AlertFirings,
    AlertsDueHandler,
    EvaluateAlertsHandler,
    AccountAlertEvaluationRepository,
    AccountAlertEvaluator,
    EvaluateAccountAlertsHandler,
  ],
})
export class AlertsJobsModule {}
