import { Module } from '@nestjs/common';
import { Ending } from './ending.js';
import { ReadinessProbe } from './readiness.js';

@Module({ providers: [Ending, ReadinessProbe], exports: [Ending, ReadinessProbe] })
export class HealthModule {}
