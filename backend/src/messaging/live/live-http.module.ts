import { Module } from '@nestjs/common';
import { LiveHubService } from './live-hub.service.js';
import { LiveSettings } from './live.settings.js';
import { LiveGateway } from './live.gateway.js';
import { PublicTopicsService } from './public-topics.service.js';

/** The WebSocket at `/ws`, in the API process. */
@Module({ providers: [LiveSettings, LiveHubService, LiveGateway, PublicTopicsService], exports: [PublicTopicsService] })
export class LiveHttpModule {}
