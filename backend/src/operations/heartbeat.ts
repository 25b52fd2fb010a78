import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { MikroORM } from '@mikro-orm/postgresql';
import { refusedWrites } from '../common/persistence/refused-writes.js';
import { Pulse, Seldom } from '../common/queue/index.js';
import type { Keyring } from '../config/index.js';
import type { ProcessRole } from './process-beat.entity.js';
import { productVersion } from './product-version.js';

export const BEAT_SECONDS = 15;
/** Whoever has been silent for so long does not run any more; a beat or two may come late. */
export const SILENT_SECONDS = 60;
/** What was killed is told for so long. */
const KEPT_HOURS = 24;
const SWEPT_EVERY_MS = 3_600_000;

const beat = `insert into process_beats (id, role, version, node, host, pid, current_key, key_ids) values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do update set seen_at = now()`;

/** More than PostgreSQL keeps in 64 kB of memory: it goes to a temporary file, which takes room on the database's disk. Updating one row takes none. */
const takeRoom = `with rows as materialized (select repeat(n::text, 250) as filler from generate_series(1000, 2000) n) select count(*) from rows`;

/** Says every few seconds that this process is there, by the database's clock; and finds out so that the database writes. */
export class Heartbeat implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Of this run of this process. */
  readonly id = randomUUID();
  private readonly log = new Logger('Operations');
  private readonly sweep = new Seldom(SWEPT_EVERY_MS);
  private readonly pulse = new Pulse({
    everyMs: BEAT_SECONDS * 1000,
    round: async () => {
      await this.beat();
      return false;
    },
    onOutage: (error) => this.log.warn({ err: error }, 'the sign of life of this process cannot be written down'),
  });

  constructor(
    private readonly orm: MikroORM,
    private readonly role: ProcessRole,
    private readonly keyring: Pick<Keyring, 'current' | 'keys'>,
  ) {}

  onApplicationBootstrap(): void {
    this.pulse.start();
  }

  /** After the server has answered and the workers have finished what they had begun: until then this process uses its keys, and counts as running. */
  async onApplicationShutdown(): Promise<void> {
    await this.pulse.stop();
    // Left behind, it would be told as silent for a day.
    await this.orm.em
      .fork()
      .execute('delete from process_beats where id = ?', [this.id])
      .catch((error: unknown) => this.log.debug({ err: error }, 'the sign of life of this process is left behind'));
  }

  async beat(): Promise<void> {
    const em = this.orm.em.fork();
    await em.execute(beat, [
      this.id,
      this.role,
      productVersion(),
      process.version,
      hostname().slice(0, 80),
      process.pid,
      this.keyring.current,
      JSON.stringify([...this.keyring.keys.keys()]),
    ]);
    await em.transactional(async (tx) => {
      await tx.execute(`set local work_mem = '64kB'`);
      await tx.execute(takeRoom);
    });
    refusedWrites.clear();
    await this.sweep.run(() => em.execute(`delete from process_beats where seen_at < now() - interval '${KEPT_HOURS} hours'`));
  }
}
