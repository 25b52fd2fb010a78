import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { AppConfig } from '../../../platform/config/index.js';
import { PollingLoop, RunAtMostEvery } from '../../../platform/queue/index.js';
import { TelegramAddressRepository } from './telegram-address.repository.js';
import { TelegramApiClient, type TelegramAnswer } from './telegram-api.client.js';
import { TelegramBotRepository } from './telegram-bot.repository.js';
import { TelegramPacer } from './telegram-pacer.service.js';
import { TelegramUpdateRepository } from './telegram-update.repository.js';
import { actionOf } from './telegram-update.rules.js';
import { TelegramUpdatesService } from './telegram-updates.service.js';

const INTERVAL_MS = 2_000;
const SWEEP_MS = 30_000;
/** After a refusal that does not say how long. */
const REFUSED_SECONDS = 30;

/**
 * Reads the bot's updates in one worker at a time: of two that poll, Telegram ends one. Updates are stored before they are confirmed, and
 * worked off afterwards, so that none is lost and none is done twice.
 */
@Injectable()
export class TelegramPollerLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Telegram');
  private readonly owner = randomUUID();
  private readonly sweep = new RunAtMostEvery(SWEEP_MS);
  private readonly loop: PollingLoop;
  private isBegun = false;
  private offset: number | undefined;
  /** Monotonic clock: nothing is asked before. */
  private quietUntil = 0;

  constructor(
    private readonly orm: MikroORM,
    private readonly config: AppConfig,
    private readonly api: TelegramApiClient,
    private readonly bots: TelegramBotRepository,
    private readonly updates: TelegramUpdateRepository,
    private readonly service: TelegramUpdatesService,
    private readonly addresses: TelegramAddressRepository,
    private readonly pacer: TelegramPacer,
  ) {
    this.loop = new PollingLoop({
      intervalMs: INTERVAL_MS,
      tick: (signal) => RequestContext.create(this.orm.em, () => this.tick(signal)),
      onFirstFailure: (error) => this.log.warn({ err: error }, 'updates of Telegram wait'),
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.telegram) this.loop.start();
  }

  /** Ends the poll that waits, and lets another worker have the bot. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    if (this.isBegun) await RequestContext.create(this.orm.em, () => this.bots.release(this.botId, this.owner));
  }

  private get botId(): string {
    return this.config.telegram!.botId;
  }

  private async tick(signal: AbortSignal): Promise<boolean> {
    await this.sweep.run(async () => {
      await this.pacer.sweep();
      await this.addresses.deleteOfClosed();
    });
    if (performance.now() < this.quietUntil || !(await this.begin()) || !(await this.bots.hold(this.botId, this.owner))) return false;
    await this.workAll(signal);
    const answer = await this.api.updates(this.offset, signal);
    if (signal.aborted) return false;
    if (answer.kind !== 'done') return this.failed(answer);
    await this.updates.insert(answer.result.map((update) => ({ updateId: update.update_id, action: actionOf(update) })));
    const last = answer.result.at(-1);
    if (last) this.offset = last.update_id + 1;
    await this.workAll(signal);
    return true;
  }

  /** Asks the bot's name once. Returns false while Telegram does not tell it. */
  private async begin(): Promise<boolean> {
    if (this.isBegun) return true;
    const answer = await this.api.begin();
    if (answer.kind !== 'done') return this.failed(answer);
    await this.bots.store(this.botId, answer.result);
    this.isBegun = true;
    return true;
  }

  private async workAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.service.workOne()));
  }

  private failed(answer: Exclude<TelegramAnswer<unknown>, { kind: 'done' }>): false {
    if (answer.kind !== 'refused') throw new Error(`Telegram cannot be reached: ${answer.code}`);
    this.quietUntil = performance.now() + (answer.retryAfter ?? REFUSED_SECONDS) * 1000;
    this.log.error({ status: answer.status, answer: answer.description }, 'Telegram refuses to tell updates');
    return false;
  }
}
