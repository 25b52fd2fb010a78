import { Gauge } from 'prom-client';
import { metricsRegistry } from '../../../platform/observability/metrics.js';
import { clubChannels, type ClubChannel } from '../channel.types.js';

const undecided = new Gauge({
  name: 'tidemark_club_posts_undecided',
  help: 'Posts in channels of the club that may have arrived, and that an admin has to decide about',
  labelNames: ['channel'],
  registers: [metricsRegistry],
});

export function measureUndecided(counts: Readonly<Record<ClubChannel, number>>): void {
  for (const channel of clubChannels) undecided.set({ channel }, counts[channel]);
}

measureUndecided({ 'telegram-channel': 0, 'copy-bot': 0 });
