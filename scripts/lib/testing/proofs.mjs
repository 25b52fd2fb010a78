// The proofs: suites that break servers, start whole installations or walk over every screen. `npm run proofs` runs them, `npm test` leaves
// them out.

/** Each entry: a part of the path of its suites, and what it proves. */
export const PROOFS = [
  { path: 'backend/test/faults/', proves: 'nothing is lost or doubled while servers fail, restart and end' },
  { path: 'backend/test/integration/exchange/faults/', proves: 'a sync stores the truth whatever the exchange answers' },
  { path: 'backend/test/integration/exchange/sync-crash', proves: 'a worker killed during a sync leaves no row lost or doubled' },
  { path: 'backend/test/integration/signals/scoring/scoring-crash', proves: 'a worker killed during scoring leaves the same results' },
  { path: 'backend/test/integration/mail/faults', proves: 'each email leaves once whatever the mail server answers' },
  { path: 'backend/test/integration/live/ticker-faults', proves: 'the ticker recovers from every fault of its source' },
  { path: 'backend/test/integration/operations/alarms', proves: 'each alarm fires in the fault that it is for, and is quiet before it' },
  { path: 'backend/test/integration/canaries', proves: 'no secret reaches a log, an answer or a table it does not belong to' },
  { path: 'backend/test/integration/upgrade/', proves: 'the data of an earlier version survives its migrations' },
  {
    path: 'backend/test/integration/cli/documented-commands',
    proves: 'every command that the documents name runs in the files of the image, as its user',
  },
  { path: 'backend/test/integration/cli/backup', proves: 'a backup restores into an empty installation' },
  { path: 'backend/test/integration/portfolio/truth/many', proves: 'every figure of any member is what the exchange itself knows' },
  {
    path: 'backend/test/integration/money/month-of-invoices',
    proves: 'a month of 2,000 invoices is made anew byte for byte, and the export for accountants adds up to the ledger',
  },
  {
    path: 'backend/test/integration/money/fund-fees-',
    proves: 'the fees of random clients are what an independent computation finds, and random years break no rule',
  },
  {
    path: 'backend/test/integration/money/payment-histories',
    proves: 'random histories of two chains book each output once, whenever they are read',
  },
  {
    path: 'backend/test/integration/fund/statement-years',
    proves: 'statements of two years lead from one to the next to the cent, and add up to the book of clients and the ledger',
  },
  { path: 'backend/test/integration/tax/tax-scale', proves: 'the tax report of 100,000 trades is computed and sent within bounded memory' },
  { path: 'backend/test/integration/console-scale/', proves: 'the lists of the console stay fast on 100,000 users' },
  { path: 'backend/test/e2e/launcher', proves: 'npm start works from nothing, for any user, and refuses what it cannot do' },
  { path: 'backend/test/e2e/own-servers', proves: 'the product runs on servers of its owner' },
  { path: 'backend/test/e2e/.*accessibility', proves: 'no screen has an accessibility violation' },
  { path: 'backend/test/e2e/pseudo-language', proves: 'every text of a screen is in the catalogues, and fits in a longer language' },
  { path: 'backend/test/e2e/console-kyc', proves: 'reviewers decide fifty cases by keyboard, share them, and take a decision back' },
  { path: 'backend/test/e2e/console-(paths|screens)', proves: 'every path and every screen of the console opens, in any order' },
  {
    path: 'backend/test/e2e/member-(channels|data|history|notices|sync)',
    proves: 'a member sees the rows of the exchange, is told what happens on every channel, and takes their data along',
  },
  { path: 'backend/test/e2e/calendar', proves: 'the team plans an event, a member signs up, and is told when it moves or is cancelled' },
  { path: 'backend/test/e2e/community', proves: 'members comment under their own names, and a moderator acts on a report' },
  {
    path: 'backend/test/e2e/public-(landing-parts|paused-timers|theme|verify)',
    proves: 'every part of the public site works, in both themes and with timers paused',
  },
  {
    path: 'backend/test/e2e/offline',
    proves: 'the app works on without a network or a server, and keeps nothing after signing out',
  },
  {
    path: 'backend/test/e2e/fund-journey',
    proves: 'a client of the fund signs, pays a fee, leaves with half and then with the rest, over twenty months of the clock',
  },
  { path: 'backend/test/e2e/ticker', proves: 'a visitor sees prices within seconds, and again after every interruption' },
  { path: 'backend/test/e2e/command-line', proves: 'the commands work beside the running product' },
];

/** Regular expressions on the path of a suite. */
export const proofPatterns = PROOFS.map(({ path }) => `/${path}`);
