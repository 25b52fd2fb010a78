import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { exchangeVariables } from '../../../../scripts/lib/launcher/plan.mjs';
import { OwnSandbox } from '../../integration/exchange/own-sandbox.js';
import { Visitor } from './browser.js';
import { DatabaseWithClock } from './database-clock.js';
import { ROOT } from './launcher.js';
import { freePort, startTidemark, type Tidemark } from './tidemark.js';

const SKEWED_CLOCK = pathToFileURL(join(ROOT, 'backend/test/faults/injection/skewed-clock.mjs')).href;

/**
 * A product that lives at another time: its processes, its database, the sandbox exchange with both chains, and the browsers. It is started
 * anew for each time, with the data that it had; database, exchange and chains run on.
 */
export class TimedProduct {
  private product: Tidemark | null = null;
  private skew = 0;

  private constructor(
    private readonly database: DatabaseWithClock,
    readonly sandbox: OwnSandbox,
    private readonly dataDir: string,
    private readonly port: number,
  ) {}

  static async prepare(): Promise<TimedProduct> {
    const [database, sandbox] = await Promise.all([DatabaseWithClock.start(), OwnSandbox.start({ SANDBOX_MINES: 'true' })]);
    return new TimedProduct(database, sandbox, mkdtempSync(join(tmpdir(), 'tidemark-timed-')), await freePort());
  }

  /** The product at the time that it was started for last. */
  get current(): Tidemark {
    if (!this.product) throw new Error('the product has not been started');
    return this.product;
  }

  /** Ends the product, moves every clock and starts it again. */
  async goTo(time: string): Promise<void> {
    const isFirst = this.product === null;
    await this.product?.stop();
    this.product?.discard();
    this.skew = Date.parse(time) - Date.now();
    await this.database.setSkew(this.skew);
    await this.sandbox.control('POST', 'clock', { offsetMs: this.skew });
    // The sandbox made its first blocks before its clock was moved.
    if (isFirst) await this.sandbox.control('POST', 'reset', { only: ['chains'] });
    this.product = await startTidemark({
      env: {
        ...exchangeVariables({ url: this.sandbox.url, controlToken: this.sandbox.token }, {}),
        DATABASE_URL: this.database.url,
        DATA_DIR: this.dataDir,
        PORT: String(this.port),
        NODE_OPTIONS: `--import=${SKEWED_CLOCK}`,
        CLOCK_SKEW_MS: String(this.skew),
      },
    });
  }

  /** Opens a browser whose clock shows the product's time. */
  async visit(browser: Browser, options: Parameters<typeof Visitor.open>[2] = {}): Promise<Visitor> {
    const visitor = await Visitor.open(browser, this.current.url, options);
    await visitor.context.addInitScript(`(() => {
      const RealDate = Date;
      const now = () => RealDate.now() + ${this.skew};
      globalThis.Date = new Proxy(RealDate, {
        construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, made),
        apply: () => new Date().toString(),
        get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
      });
    })()`);
    return visitor;
  }

  async stop(): Promise<void> {
    await this.product?.stop();
    this.product?.discard();
    await Promise.all([this.sandbox.stop(), this.database.stop()]);
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
