import { statfs } from 'node:fs/promises';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { metricsRegistry } from '../../platform/observability/metrics.js';
import { refusedWrites } from '../../platform/persistence/refused-writes.js';
import { AppConfig } from '../../platform/config/index.js';
import { productVersion } from './product-version.js';

let dataDir: string | null = null;

const registers = [metricsRegistry];
const size = new Gauge({ name: 'tidemark_data_folder_size_bytes', help: 'Size of the disk that holds DATA_DIR', registers });
new Gauge({
  name: 'tidemark_data_folder_free_bytes',
  help: 'Room on the disk that holds DATA_DIR',
  registers,
  async collect() {
    const disk = dataDir === null ? null : await statfs(dataDir).catch(() => null);
    if (disk === null) {
      for (const one of [this, size]) one.remove();
      return;
    }
    this.set(disk.bavail * disk.bsize);
    size.set(disk.blocks * disk.bsize);
  },
});
new Gauge({
  name: 'tidemark_database_refuses_writes',
  help: 'Whether the database refused the last write that this process knows of: its disk is full, or it is read-only',
  registers,
  collect() {
    this.set(refusedWrites.reason === null ? 0 : 1);
  },
});
const build = new Gauge({
  name: 'tidemark_build_info',
  help: 'Always 1: the version that runs',
  labelNames: ['version', 'node'],
  registers,
});

/** What `/metrics` says of this process and its machine, beside what prom-client brings. */
@Injectable()
export class ProcessMetrics implements OnApplicationBootstrap {
  constructor(private readonly config: AppConfig) {}

  onApplicationBootstrap(): void {
    dataDir = this.config.dataDir;
    build.set({ version: productVersion(), node: process.version }, 1);
  }
}
