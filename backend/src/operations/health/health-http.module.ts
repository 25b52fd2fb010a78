import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthModule } from './health.module.js';

@Module({ imports: [HealthModule], controllers: [HealthController] })
export class HealthHttpModule {}
