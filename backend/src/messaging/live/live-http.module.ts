import { Module } from '@nestjs/common';
import { LiveHub } from './live-hub.service.js';
import { LiveSettings } from './live.settings.js';
import { LiveGateway } from './live.gateway.js';
import { PublicTopics } from './public-topics.service.js';

/** The WebSocket at `/ws`, in the API process. */
@Module({ providers: [LiveSettings, LiveHub, LiveGateway, PublicTopics], exports: [PublicTopics] })
export class LiveHttpModule {}
