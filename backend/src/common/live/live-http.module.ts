import { Module } from '@nestjs/common';
import { LiveDoor } from './live-door.js';
import { LiveHub } from './live-hub.js';
import { LiveSettings } from './live-settings.js';
import { PublicTopics } from './public-topics.js';

/** The WebSocket at `/ws`, in the API process. */
@Module({ providers: [LiveSettings, LiveHub, LiveDoor, PublicTopics], exports: [PublicTopics] })
export class LiveHttpModule {}
