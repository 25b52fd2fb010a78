import { Module } from '@nestjs/common';
import { ChannelEventRepository } from './channel-event.repository.js';
import { ChannelEvents } from './channel-events.service.js';

/** For modules whose changes are announced. */
@Module({ providers: [ChannelEvents, ChannelEventRepository], exports: [ChannelEvents, ChannelEventRepository] })
export class ChannelEventsModule {}
