import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags });
}

/** A person at a browser: everything that went wrong on their pages, and every address they asked, is kept. */
export class Visitor {
  readonly complaints: string[] = [];
  readonly foreign: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly url: string,
  ) {
    page.on('pageerror', (error) => this.complaints.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      // A refused request is told by the page itself; anything else on the console is a fault of ours, a breach of the page's policy included.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) this.complaints.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== url) this.foreign.push(request.url());
    });
  }

  static async open(browser: Browser, url: string, options: { width?: number; height?: number; colorScheme?: 'light' | 'dark' } = {}): Promise<Visitor> {
    const { width = 1280, height = 900, colorScheme = 'light' } = options;
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
    context.setDefaultTimeout(20_000);
    return new Visitor(context, await context.newPage(), url);
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.url}/#${path}`);
  }

  /** Waits until the address bar's hash path is `path`. */
  async at(path: string): Promise<void> {
    await this.page.waitForURL((url) => url.hash.replace(/\?.*$/, '') === `#${path}`);
  }

  /** Looks at the page as it stands: what hinders people is a complaint. Keeps a picture where TEST_SCREENSHOTS names a folder. */
  async look(name: string): Promise<void> {
    await this.page.evaluate(axe);
    let found = await this.violations();
    // The page may have changed while it was looked at, a button from idle to busy: what is there again a moment later is there.
    if (found.length > 0) found = (await this.violations()).filter((violation) => found.includes(violation));
    for (const violation of found) this.complaints.push(`${name}: ${violation}`);
    const folder = process.env['TEST_SCREENSHOTS'];
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }

  private async violations(): Promise<string[]> {
    // A colour on its way to another one is nobody's choice.
    await this.page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))');
    return await this.page.evaluate(`axe.run({ runOnly: ${JSON.stringify(standards)} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target).join(' and ')))`);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
