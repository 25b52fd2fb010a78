import { Module } from '@nestjs/common';
import { LiveHttpModule } from '../../messaging/live/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { DayTickers, VenuesModule, WeightBudget } from '../venues/index.js';
import { TickerRelayService } from './http/ticker-relay.service.js';
import { TickerFeed } from './ticker-feed.js';
import { TickerSettings } from './ticker.settings.js';

@Module({
  imports: [LiveHttpModule, VenuesModule],
  providers: [
    // One connection per API process, opened for the first listener.
    {
      provide: TickerFeed,
      inject: [AppConfig, TickerSettings, WeightBudget],
      useFactory: ({ exchange: { url } }: AppConfig, settings: TickerSettings, budget: WeightBudget) => {
        const days = new DayTickers(budget, url);
        return new TickerFeed({ url, list: (signal) => days.read(signal), settings });
      },
    },
    TickerSettings,
    TickerRelayService,
  ],
})
export class TickerHttpModule {}
