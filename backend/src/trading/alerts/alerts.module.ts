import { Module } from '@nestjs/common';
import { VenuesModule } from '../venues/index.js';
import { AlertRepository } from './alert.repository.js';
import { AlertsService } from './alerts.service.js';

@Module({ imports: [VenuesModule], providers: [AlertRepository, AlertsService], exports: [AlertsService] })
export class AlertsModule {}
