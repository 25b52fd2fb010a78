import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import lessonTexts from '../../locales/en/lessons.json' with { type: 'json' };
import { PASSWORD } from './support/admit.js';
import type { Visitor } from './support/browser.js';
import { INVOICE_PAYMENT, INVOICE_PAYMENTS, withInvoicePayment } from './support/invoice-payments.js';
import { logIn } from './support/journey.js';
import { newcomer, NEWCOMER_SCREENS, PAID_SCREENS, paidMember, settled, signal, withMarket } from './support/member-screens.js';
import { buildPseudoApp, choosePseudoLanguage, lastingTextFaults, removePseudoApp } from './support/pseudo-language.js';
import { PUBLIC_SCREENS, publicPaths, type PublicScreen } from './support/public-screens.js';
import { onPublicSite } from './support/public-site.js';

const LONG_MS = 240_000;
const WIDTHS = [360, 1280];
const HEIGHT = 900;

const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What is the same in every language. */
const DATA = [
  // Products, and what a browser says of itself.
  'Tidemark|Binance|Bybit|OKX|TradingView|LinkedIn|YouTube|Chrome|Linux|Mozilla/5\\.0 .*|node',
  // Languages, by their own names.
  'Pseudo|English',
  // Currencies, by the names that the browser gives them.
  '[A-Z]{3}, [A-Z][A-Za-zÀ-ÿ ]+',
  // Coins, pairs and units, and no abbreviation that our texts use.
  '(?!(?:API|KYC|AML|CSV|PDF|ZIP|QR|URL|IP|PIN|ID|UID|FAQ|PNG|JPG|MB|KB)\\b)[A-Z]{2,12}',
  // Addresses, codes and hashes.
  '\\S+@\\S+|https?://\\S+|\\S+\\.com\\b|bc1\\w+|TH\\w+',
  '(?=[\\w+/=•-]*\\d)[\\w+/=•-]{8,}|\\w{6}(?=…)|•+\\w+',
  // People, and the country of one.
  'Ada|Okafor|Nigeria|Lagos',
  // Names of wallets, as the back end says them.
  'Futures|Funding',
  // The reader's own time, on hover.
  '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d+, \\d{4}, \\d+:\\d\\d:\\d\\d (?:AM|PM) UTC',
];

/** What the club wrote of a signal, the longest first: one text may begin like another. */
const OF_THE_CLUB = [...Object.values(signal), signal.riskLevel.toLowerCase()].toSorted((a, b) => b.length - a.length).map(quoted);

type Tree = { [key: string]: string | Tree };
const textsOf = (tree: Tree): string[] => Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)));

/** Titles of lessons and questions of their quizzes, which come from the back end. After sentences that begin like an answer. */
const OF_THE_LESSONS = textsOf(lessonTexts)
  .toSorted((a, b) => b.length - a.length)
  .map(quoted);

/** Sentences of the back end, which has no catalogue in the pseudo-language and then speaks English. */
const OF_THE_API = [
  // Outcomes of a link in an email.
  'Your email address is confirmed\\. You can sign in now|This link is invalid or has expired',
  // Why a figure is unknown, and how far the history reaches: the back end has no catalogue in the pseudo-language.
  'No day of this period [^.]*\\.|The price of BTC [^.]*\\.',
  'Part of this holding [^.]*\\.|Nothing has been computed yet\\.',
  'Complete figures begin after [^.]*\\.|Deposits and withdrawals have been read back to [^.]*\\.|Binance provides [^.]* only\\.',
  'The exchange does not provide all data for [^.]*\\.|It is computed with your next sync\\.',
  '\\w+ has no known price\\.|Binance does not list the coins of your other wallets\\.',
  'This key works from any IP address\\. [^.]*',
  // The title of the PDF of all lessons. The page shows it once the server has rendered the PDF.
  'The Tidemark handbook',
  // What is erased, and what is kept.
  'Your (?:exchange key|exchange sign-in|Telegram connection|picture|consent|name|trading|invoices)\\b.*|The (?:link|audit log)\\b.*',
  'Anti-money-laundering .*|Tax law .*',
  'You (?:can still|were a client) .*|It protects you .*',
  '\\d+ (?:years|days) after .*|You can complain .*',
];

afterAll(removePseudoApp);

onPublicSite(
  'every screen in the pseudo-language',
  (site) => {
    let visitor: Visitor;

    async function look(path: string): Promise<void> {
      const { page } = visitor;
      visitor.complaints.length = 0;
      await visitor.goAfresh(`/${path}`);
      const faults: Record<string, string[]> = {};
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        await settled(page);
        const found = await lastingTextFaults(visitor, [...OF_THE_API, ...OF_THE_CLUB, ...OF_THE_LESSONS, ...DATA]);
        if (found.length > 0) faults[`${width} px`] = found;
      }
      expect(faults).toEqual({});
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    }

    describe('of the public site has catalogue texts only, all of them to be read', () => {
      let pathOf: (screen: PublicScreen) => string;
      beforeAll(async () => {
        pathOf = await publicPaths(site.product);
        visitor = await site.visit();
        await choosePseudoLanguage(visitor, site.product.url);
      }, LONG_MS);
      afterAll(() => visitor?.close());

      it.each(PUBLIC_SCREENS)('$name', (screen) => look(pathOf(screen)), LONG_MS);
    });

    describe('of a member who is verified and has paid has catalogue texts only, all of them to be read', () => {
      let signalPath: string;
      beforeAll(async () => {
        const someone = await paidMember(site.product);
        ({ signalPath } = someone);
        visitor = await site.visit();
        await logIn(visitor, someone.email, PASSWORD, '/trade-dashboard');
        await choosePseudoLanguage(visitor, site.product.url);
      }, LONG_MS);
      afterAll(() => visitor?.close());

      it.each(PAID_SCREENS)('%s', (path) => look(`#${path}`), LONG_MS);

      it(
        'the page of a signal',
        async () => {
          await withMarket(visitor.page, null);
          await look(`#${signalPath}`);
        },
        LONG_MS,
      );
    });

    describe('of a newcomer has catalogue texts only, all of them to be read', () => {
      beforeAll(async () => {
        const { email } = await newcomer(site.product);
        visitor = await site.visit();
        await logIn(visitor, email, PASSWORD, '/hedge-dashboard');
        await choosePseudoLanguage(visitor, site.product.url);
      }, LONG_MS);
      afterAll(() => visitor?.close());

      it.each(NEWCOMER_SCREENS)('%s', (path) => look(`#${path}`), LONG_MS);

      it.each(INVOICE_PAYMENTS)(
        'the payment $name',
        async ({ payment }) => {
          await withInvoicePayment(visitor.page, payment);
          await look(`#${INVOICE_PAYMENT}`);
        },
        LONG_MS,
      );
    });
  },
  buildPseudoApp,
);
