import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { MikroORM } from '@mikro-orm/postgresql';
import { refusedWrites } from '../../platform/persistence/refused-writes.js';
import { IntervalTask, RunAtMostEvery } from '../../platform/queue/index.js';
import type { Keyring } from '../../platform/config/index.js';
import type { ProcessRole } from './process-beat.entity.js';
import { ProcessBeatRepository } from './process-beat.repository.js';
import { productVersion } from './product-version.js';

export const BEAT_SECONDS = 15;
/** A process without a heartbeat for 60 s (4 intervals) counts as dead. */
export const SILENT_SECONDS = 60;
/** Rows of killed processes are shown for 24 h. */
const RETENTION_HOURS = 24;
const SWEEP_INTERVAL_MS = 3_600_000;

/** Records every few seconds, by the database's clock, that this process runs, and detects whether the database can write. */
export class HeartbeatService implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Identifies this run of this process. */
  readonly id = randomUUID();
  private readonly log = new Logger('Operations');
  private readonly sweep = new RunAtMostEvery(SWEEP_INTERVAL_MS);
  private readonly task = new IntervalTask(this.log, 'the heartbeat of this process cannot be stored', () => this.beat());
  private readonly beats: ProcessBeatRepository;

  constructor(
    orm: MikroORM,
    private readonly role: ProcessRole,
    private readonly keyring: Pick<Keyring, 'current' | 'keys'>,
  ) {
    this.beats = new ProcessBeatRepository(orm.em.fork());
  }

  onApplicationBootstrap(): void {
    void this.tick();
  }

  @Interval('heartbeat', BEAT_SECONDS * 1000)
  tick(): Promise<void> {
    return this.task.run();
  }

  /** Runs after the server has answered and the workers have finished: until then this process uses its keys and counts as running. */
  async onApplicationShutdown(): Promise<void> {
    await this.task.stop();
    // A row left behind would be shown as silent for a day.
    await this.beats
      .remove(this.id)
      .catch((error: unknown) => this.log.debug({ err: error }, 'the heartbeat of this process is left behind'));
  }

  async beat(): Promise<void> {
    await this.beats.store({
      id: this.id,
      role: this.role,
      version: productVersion(),
      node: process.version,
      host: hostname().slice(0, 80),
      pid: process.pid,
      currentKey: this.keyring.current,
      keyIds: [...this.keyring.keys.keys()],
    });
    await this.beats.probeDisk();
    refusedWrites.clear();
    await this.sweep.run(() => this.beats.removeSilent(RETENTION_HOURS));
  }
}
