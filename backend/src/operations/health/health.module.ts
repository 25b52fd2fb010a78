import { Module } from '@nestjs/common';
import { ShutdownStateStore } from './shutdown-state.store.js';
import { ReadinessProbeService } from './readiness-probe.service.js';

@Module({ providers: [ShutdownStateStore, ReadinessProbeService], exports: [ShutdownStateStore, ReadinessProbeService] })
export class HealthModule {}
