import { Module } from '@nestjs/common';
import { ShutdownState } from './shutdown-state.store.js';
import { ReadinessProbe } from './readiness-probe.service.js';

@Module({ providers: [ShutdownState, ReadinessProbe], exports: [ShutdownState, ReadinessProbe] })
export class HealthModule {}
