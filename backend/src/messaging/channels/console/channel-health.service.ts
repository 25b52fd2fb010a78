import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../platform/config/index.js';
import { channels, type AddressState, type Channel, type DisabledReason, type Outcome } from '../channel.types.js';
import { ChannelHealthQuery, type ChannelBlockState, type ChannelQueue } from './channel-health.query.js';

/** How one channel is doing. */
export interface ChannelHealth {
  channel: Channel;
  /** Whether this installation has the settings that the channel needs. */
  isConfigured: boolean;
  queue: Omit<ChannelQueue, 'channel'>;
  /** Deliveries that wait for a decision. */
  unknown: number;
  /** Nothing is sent on the whole channel until then; null: it is not held back. */
  heldUntil: Date | null;
  /** Every block that has not ended, that of the whole channel included. */
  blocks: Omit<ChannelBlockState, 'channel'>[];
  /** Tries of the last hour; `unknown`: of an earlier release, which did not store outcomes. */
  tries: Readonly<Record<Outcome | 'unknown', number>>;
  addresses: { state: AddressState; reason: DisabledReason | null; count: number }[];
  /** When a linked address last accepted a message; null: none of them has. */
  lastOkAt: Date | null;
}

const NO_QUEUE = { due: 0, oldestDueSeconds: null, later: 0, underWay: 0 };
const NO_TRIES = { sent: 0, failed_permanent: 0, failed_retryable: 0, uncertain: 0, suppressed: 0, unknown: 0 };

/** Tells how the channels are doing. */
@Injectable()
export class ChannelHealthService {
  private readonly isConfigured: Readonly<Record<Channel, boolean>>;

  constructor(
    private readonly query: ChannelHealthQuery,
    { telegram, webPush }: AppConfig,
  ) {
    this.isConfigured = {
      webhook: true,
      telegram: telegram !== null,
      push: webPush !== null,
      'telegram-channel': telegram !== null && telegram.channelId !== null,
      'copy-bot': telegram !== null && telegram.copyChannelId !== null,
    };
  }

  async read(): Promise<ChannelHealth[]> {
    const queues = await this.query.queues();
    const unknown = await this.query.unknown();
    const tries = await this.query.tries();
    const addresses = await this.query.addresses();
    const blocks = await this.query.blocks();
    const of = <T extends { channel: Channel }>(rows: readonly T[], wanted: Channel) =>
      rows.filter(({ channel }) => channel === wanted).map(({ channel: _channel, ...row }) => row);
    return channels.map((channel): ChannelHealth => {
      const own = of(addresses, channel);
      const blocked = of(blocks, channel);
      const successes = own.flatMap(({ lastOkAt }) => (lastOkAt === null ? [] : [lastOkAt.getTime()]));
      return {
        channel,
        isConfigured: this.isConfigured[channel],
        queue: of(queues, channel)[0] ?? NO_QUEUE,
        unknown: of(unknown, channel)[0]?.count ?? 0,
        heldUntil: blocked.find(({ isWhole }) => isWhole)?.until ?? null,
        blocks: blocked,
        tries: Object.assign({ ...NO_TRIES }, Object.fromEntries(of(tries, channel).map((row) => [row.outcome ?? 'unknown', row.count]))),
        addresses: own.map(({ lastOkAt: _lastOkAt, ...row }) => row),
        lastOkAt: successes.length === 0 ? null : new Date(Math.max(...successes)),
      };
    });
  }
}
