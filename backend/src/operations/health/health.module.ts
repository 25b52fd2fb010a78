import { Module } from '@nestjs/common';
import { ShutdownState } from './shutdown-state.js';
import { ReadinessProbe } from './readiness.js';

@Module({ providers: [ShutdownState, ReadinessProbe], exports: [ShutdownState, ReadinessProbe] })
export class HealthModule {}
