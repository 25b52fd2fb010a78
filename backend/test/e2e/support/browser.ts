import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import { addWitness, removeWitness } from '../../../../scripts/lib/testing/shared/witnesses.mjs';
import { eventually } from './eventually.js';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  // Pictures are put together in the browser's own process: a seventh less of its processor time.
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Frames are other people's pages. */
const axeOfPage = `if (self === top) { ${axe} }`;
/** Groups of axe's rules: what the accessibility guidelines ask for. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** And what goes beyond them: landmarks, the order of headings and the like. */
export const withBestPractice: Rules = { type: 'tag', values: [...standards, 'best-practice'] };
/** What a page in its other colours may do differently. */
export const colorRules: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Characters of a page in the error of a failed test. CI shows only the end of a log. */
const MAX_DESCRIBED = 500;
const MAX_REFUSED = 6;

/** Some of axe's rules: by their groups, or by name. */
export interface Rules {
  type: 'tag' | 'rule';
  values: readonly string[];
}

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags });
}

/** The topics that a message of the server says it tells of from now on. */
function topicsOf(message: string | Buffer): string[] {
  const text = String(message);
  return text.startsWith('{"type":"subscribed"') ? (JSON.parse(text) as { topics: string[] }).topics : [];
}

/** A person at a browser: everything that went wrong on their pages, and every address they asked, is kept. */
export class Visitor {
  readonly complaints: string[] = [];
  readonly foreign: string[] = [];
  private isLooking = false;
  private readonly heard = new Set<string>();
  private readonly unanswered = new Set<Request>();
  /** The last requests that were not answered as asked. */
  private readonly refused: string[] = [];
  /** Whether the page has left its last screen and shows none. */
  private hasLeft = false;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly url: string,
  ) {
    this.watch(page);
    context.on('page', (opened) => this.watch(opened));
    addWitness(this, () => this.describe());
    context.on('close', () => removeWitness(this));
  }

  static async open(
    browser: Browser,
    url: string,
    options: { width?: number; height?: number; colorScheme?: 'light' | 'dark'; javaScriptEnabled?: boolean; hasTouch?: boolean } = {},
  ): Promise<Visitor> {
    const { width = 1280, height = 900, colorScheme = 'light', javaScriptEnabled = true, hasTouch = false } = options;
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      javaScriptEnabled,
      hasTouch,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    // Only what never comes takes as long, also on a machine with other work.
    context.setDefaultTimeout(45_000);
    return new Visitor(context, await context.newPage(), url);
  }

  /** All that must be empty at the end of a visit. */
  get faults(): { complaints: string[]; foreign: string[] } {
    return { complaints: this.complaints, foreign: this.foreign };
  }

  private watch(page: Page): void {
    page.on('pageerror', (error) => this.complaints.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      // A refused request is told by the page itself; anything else on the console is a fault of ours, a breach of the page's policy
      // included.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) this.complaints.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
        // A page that is loaded anew has to be told of everything anew.
        this.heard.clear();
        // What the page before asked for has nobody to answer to.
        this.unanswered.clear();
      }
      this.unanswered.add(request);
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== this.url) this.foreign.push(request.url());
    });
    page.on('requestfinished', (request) => this.unanswered.delete(request));
    page.on('requestfailed', (request) => {
      this.unanswered.delete(request);
      this.keepRefused(request, request.failure()?.errorText ?? 'failed');
    });
    page.on('response', (response) => {
      if (response.status() >= 400) this.keepRefused(response.request(), String(response.status()));
    });
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).host !== new URL(this.url).host) this.foreign.push(socket.url());
      socket.on('framereceived', ({ payload }) => topicsOf(payload).forEach((topic) => this.heard.add(topic)));
    });
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.url}/#${path}`);
  }

  /**
   * Opens an address of the site as if it were typed into a new tab: nothing is left of the page before, nor of where it was scrolled to.
   */
  async goAfresh(address: string): Promise<void> {
    this.hasLeft = false;
    if (!this.page.url().startsWith(`${this.url}/`)) {
      await this.page.goto(`${this.url}${address}`);
      return;
    }
    // A page of the same site in the same process: a new one costs the browser as much as the page itself.
    await this.page.evaluate(`history.scrollRestoration = 'manual', history.replaceState(null, '', ${JSON.stringify(address)})`);
    await this.page.reload();
  }

  /**
   * Opens an address of the site from within the running app, as a link does, where the last screen was left by `leave`; otherwise as
   * `goAfresh`. It is there when it has its heading and an answer to everything that it asked for.
   */
  async follow(address: string): Promise<void> {
    if (!this.hasLeft) {
      await this.goAfresh(address);
      return;
    }
    this.hasLeft = false;
    await this.move(address);
    await this.answered();
  }

  /**
   * Leaves the screen for an address of the app that has none: nothing of it remains, and the next one is drawn from nothing. A test that
   * failed has left no screen, and the next one is loaded.
   */
  async leave(address: string): Promise<void> {
    await this.move(address);
    this.hasLeft = true;
  }

  /** Changes the address, and waits until the heading has given way to another one. */
  private async move(address: string): Promise<void> {
    await this.page.evaluate(`document.querySelector('h1')?.setAttribute('data-left', ''), location.assign(${JSON.stringify(address)})`);
    await this.page.locator('h1[data-left]').waitFor({ state: 'detached' });
    await this.page.locator('h1').waitFor();
  }

  /** Waits until there is an answer to every request, and no other request follows when it is drawn. */
  private async answered(): Promise<void> {
    const look = () => {
      if (this.unanswered.size > 0) throw new Error(`no answer yet: ${[...this.unanswered].map((request) => request.url()).join(', ')}`);
    };
    await eventually(async () => {
      look();
      await this.drawn();
      look();
    });
  }

  /** Waits for the next picture, and for the one after that: what follows the page by script is told of it with the first. */
  async drawn(): Promise<void> {
    await this.page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))');
  }

  /** Waits until the address bar's hash path is `path`. */
  async at(path: string): Promise<void> {
    const arrival = this.page.waitForURL((url) => url.hash.replace(/\?.*$/, '') === `#${path}`);
    await arrival.catch((error: unknown) => {
      throw new Error(`the page is not at ${path}`, { cause: error });
    });
  }

  /** Waits until the server tells the page of a topic: what happens before that is read, not told. */
  async hears(topic: string): Promise<void> {
    await eventually(() => {
      if (!this.heard.has(topic)) throw new Error(`the page hears nothing of ${topic}, only of: ${[...this.heard].join(', ')}`);
    });
  }

  /**
   * Runs what makes a notice and looks for it, with its time standing still as in a window that is not in use: it cannot be over before it
   * is looked for. Afterwards it goes, and covers nothing.
   */
  async duringNotices(act: () => Promise<unknown>): Promise<void> {
    await this.page.evaluate(`dispatchEvent(new Event('blur'))`);
    await act();
    await this.page.evaluate(`dispatchEvent(new Event('focus'))`);
  }

  /** Looks at the page as it stands: what hinders people is a complaint. Keeps a picture where TEST_SCREENSHOTS names a folder. */
  async look(name: string): Promise<void> {
    for (const violation of await this.hindrances()) this.complaints.push(`${name}: ${violation}`);
    const folder = process.env['TEST_SCREENSHOTS'];
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }

  /** What hinders people on the page as it stands, by these rules of axe. */
  async hindrances(rules: Rules = { type: 'tag', values: standards }): Promise<string[]> {
    // Who looks once looks at the next pages too: they bring it along, which is quicker than sending it there.
    if (!this.isLooking) await this.context.addInitScript(axeOfPage);
    this.isLooking = true;
    if (!(await this.page.evaluate(`'axe' in globalThis`))) await this.page.evaluate(axe);
    const found = await this.violations(rules);
    if (found.length === 0) return found;
    // The page may have changed while it was looked at, a button from idle to busy: what is there again a moment later is there.
    const again = await this.violations(rules);
    return again.filter((violation) => found.includes(violation));
  }

  private async violations(rules: Rules): Promise<string[]> {
    // A colour on its way to another one is nobody's choice. It is put there at once: in a part that the browser leaves out of sight it
    // would never arrive. One that ends may begin another, in what inherits from it.
    await this.page.evaluate(`(() => {
      const isMoving = ({ effect, playState }) => playState !== 'finished' && effect?.getComputedTiming().endTime < Infinity;
      const moving = () => document.getAnimations().filter(isMoving);
      for (let left = 50, found = moving(); left > 0 && found.length > 0; left--, found = moving()) {
        for (const animation of found) animation.finish();
      }
    })()`);
    const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });
    return await this.page.evaluate(
      `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) =>
        id + ' at ' + nodes.map(({ target }) => target).join(' and ')))`,
    );
  }

  private keepRefused(request: Request, why: string): void {
    this.refused.push(`${request.method()} ${new URL(request.url()).pathname} ${why}`);
    if (this.refused.length > MAX_REFUSED) this.refused.shift();
  }

  /** Describes the screen briefly, for the error of a failed test. */
  private async describe(): Promise<string> {
    const { page } = this;
    // What lies over the page first.
    const selectors = ['dialog[open], [role="alert"]', 'main'];
    const parts = await Promise.all(selectors.map((selector) => page.locator(selector).allInnerTexts()));
    const shown = parts.flat().join(' | ').replaceAll(/\s+/g, ' ').slice(0, MAX_DESCRIBED);
    return [
      `${page.url().slice(this.url.length)} shows ${shown}`,
      `  no answer yet: ${[...this.unanswered].map((request) => new URL(request.url()).pathname).join(', ') || 'nothing'}`,
      `  refused: ${this.refused.join(', ') || 'nothing'}`,
    ].join('\n');
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
