import { Module } from '@nestjs/common';
import { ReadinessProbe } from './readiness.js';

@Module({ providers: [ReadinessProbe], exports: [ReadinessProbe] })
export class HealthModule {}
