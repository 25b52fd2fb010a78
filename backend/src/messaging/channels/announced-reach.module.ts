import { Module } from '@nestjs/common';
import { PreferencesModule } from '../preferences/index.js';
import { AnnouncedReach } from './announced-reach.reader.js';
import { DeliveryFanOutRepository } from './delivery-fan-out.repository.js';

/** For modules that say whom an event would be delivered to. */
@Module({ imports: [PreferencesModule], providers: [AnnouncedReach, DeliveryFanOutRepository], exports: [AnnouncedReach] })
export class AnnouncedReachModule {}
