import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser, Visitor } from './browser.js';
import { startTidemark, type Tidemark } from './tidemark.js';

const executable = process.env['TEST_CHROMIUM'];

/** A whole product and one browser, shared by the tests of a file. */
export interface PublicSite {
  product: Tidemark;
  visit(options?: Parameters<typeof Visitor.open>[2]): Promise<Visitor>;
}

/**
 * Starts the product and a browser for the tests that `tests` declares; skipped where there is no browser. `settings`: makes settings of
 * the product.
 */
export function onPublicSite(title: string, tests: (site: PublicSite) => void, settings?: () => Promise<NodeJS.ProcessEnv>): void {
  (executable ? describe : describe.skip)(title, () => {
    let product: Tidemark;
    let browser: Browser;
    beforeAll(async () => {
      const env = (await settings?.()) ?? {};
      [product, browser] = await Promise.all([startTidemark({ env }), launchBrowser(executable!)]);
    }, 240_000);
    afterAll(async () => {
      await browser?.close();
      await product?.stop();
      product?.discard();
    }, 120_000);
    tests({
      get product() {
        return product;
      },
      visit: (options) => Visitor.open(browser, product.url, options),
    });
  });
}
