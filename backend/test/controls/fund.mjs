import { removeIf, replace } from '../../../scripts/lib/mutation/operations.mjs';

const suite = (file) => (name) => ({ project: 'integration', tests: `fund/${file}`, name });
const [mandates, accrual, invoices, redemptions, news, settlement] = [
  'mandates',
  'accrual',
  'fee-invoices',
  'redemptions',
  'mandate-news',
  'settlement',
].map(suite);
const shares = (name) => ({ project: 'integration', tests: 'profit-share/share-invoices', name });
const practice = (name) => ({ project: 'integration', tests: 'profit-share/signal-practice', name });
const disputes = (name) => ({ project: 'integration', tests: 'profit-share/disputes', name });

export const fundControls = [
  {
    id: 'D9.30',
    control: 'a client signs the terms that are in force, word by word',
    mutation: replace('MandatesService.sign', 'sha256 !== textSha256(CURRENT_TERMS)', 'false'),
    ...mandates('takes the terms as they are now'),
  },
  {
    id: 'D9.31',
    control: 'a mandate starts with the minimum at least',
    mutation: replace('MandatesService.countersign', 'scaled(equity) < scaled(minimum)', 'false'),
    ...mandates('takes the minimum of the terms'),
  },
  {
    id: 'D9.32',
    control: 'no fee is charged from a day in doubt',
    mutation: replace('historyOf', 'isCertain && (unknownFrom === null || at <= unknownFrom)', 'equity !== null'),
    ...accrual('waits while its value is not certain'),
  },
  {
    id: 'D9.33',
    control: 'no fee is charged from a flow of unknown value on',
    mutation: replace('historyOf', 'at <= unknownFrom', 'true'),
    ...accrual('is no result after a deposit of unknown value'),
  },
  {
    id: 'D9.34',
    control: 'an admin orders the invoices that they saw, and no others',
    mutation: replace('InvoiceOrders.place', 'count === 0 || count !== seen.count || scaled(total) !== scaled(seen.total)', 'count === 0'),
    ...invoices('is ordered as it was seen'),
  },
  {
    id: 'D9.37',
    control: 'two jobs of one mandate issue its invoices one after the other',
    mutation: replace(
      'FundInvoicingService.issue',
      'this.mandates.lockFree(tx, mandateIds)',
      'Promise.all(mandateIds.map((id) => this.mandates.find(tx, id)))',
    ),
    ...invoices('is issued once, however often'),
  },
  {
    id: 'D9.35',
    control: 'invoices of fund fees are not voided',
    mutation: removeIf('InvoicesService.void', '!canVoid(invoice)'),
    ...invoices('that was issued is not voided'),
  },
  {
    id: 'D9.36',
    control: 'a redemption is cancelled before its notice ends',
    mutation: replace('RedemptionsService.cancel', 'now >= new Date(found.lockedAt)', 'false'),
    ...redemptions('is possible until the notice ends'),
  },
  {
    id: 'D9.38',
    control: 'admins are told once of days that wait',
    mutation: replace('FundNewsService.waiting', 'isLate === (mandate.waitingToldAt !== null)', '!isLate'),
    ...news('that days wait for a valuation'),
  },
  {
    id: 'D9.39',
    control: 'a dispute is withdrawn by the member who opened it',
    mutation: replace('ShareDisputesService.openOne', 'ownerId !== undefined && dispute.userId !== ownerId', 'false'),
    ...disputes('can be withdrawn by its member and by nobody else'),
  },
  {
    id: 'D9.40',
    control: 'a dispute is decided once',
    mutation: removeIf('ShareDisputesService.openOne', "dispute.state !== 'open'"),
    ...disputes('is made once, of an open dispute'),
  },
  {
    id: 'D9.41',
    control: 'a member disputes lines of their own',
    mutation: replace('ShareDisputesService.open', '!line', 'false'),
    ...disputes("is a line of one's own"),
  },
  {
    id: 'D9.42',
    control: 'an ended mandate is computed again while days of it wait',
    mutation: replace('MandateRepository.findDue', 'eb.or([isOpen, hasWaitingDays])', 'isOpen'),
    ...redemptions('who leaves on a day without a valuation is charged once it is known'),
  },
  {
    id: 'D9.43',
    control: 'a payment beyond one that a reorganisation took covers the invoice',
    mutation: replace('BookingService.settle', 'step.posting.usd < 0n', 'false'),
    project: 'integration',
    tests: 'money/invoice-payments',
    name: 'is lost while another one had become credit',
  },
  {
    id: 'D9.44',
    control: 'an admin orders the share invoices that they saw, and no others',
    mutation: replace('InvoiceOrders.place', 'count === 0 || count !== seen.count || scaled(total) !== scaled(seen.total)', 'count === 0'),
    ...shares('is ordered as it was seen'),
  },
  {
    id: 'D9.45',
    control: 'a period that was invoiced is not invoiced again',
    mutation: replace('ShareInvoicingService.issueFor', 'invoiced === undefined || endsAt > invoiced', 'true'),
    ...shares('is issued once, however often'),
  },
  {
    id: 'D9.50',
    control: 'a redemption is settled with a complete checklist',
    mutation: removeIf('SettlementsService.settle', 'open.length > 0'),
    ...settlement('of a part is acknowledged, locked, priced and settled'),
  },
  {
    id: 'D9.51',
    control: 'our access to an account ends after its last day is priced',
    mutation: removeIf('SettlementsService.endAccess', "!locked.life.may.includes('end-access')"),
    ...settlement('whose fee waits for a valuation is not settled'),
  },
  {
    id: 'D9.52',
    control: 'the checklist of a settled redemption is closed',
    mutation: removeIf('SettlementsService.tick', "!life.may.includes('tick')"),
    ...settlement('of a part is acknowledged, locked, priced and settled'),
  },
  {
    id: 'D9.53',
    control: 'a redemption of everything is settled after the sealed sign-in is deleted',
    mutation: replace('SettlementsService.endAccess', 'await deleteExchangeLogins(tx, userId)', 'false'),
    ...settlement('of everything ends our access'),
  },
  {
    id: 'D9.60',
    control: 'the slippage of fewer than ten members is not published',
    mutation: replace('quantileSummary', 'members < MIN_MEMBERS', 'members < 1'),
    project: 'unit',
    tests: 'club-share/slippage',
    name: 'is known of ten members with an entry, and unknown of nine',
  },
  {
    id: 'D9.61',
    control: "the club's own account is not counted among the members",
    mutation: replace('entriesBut', 'userId !== null', 'false'),
    ...practice('tell the slippage of ten members'),
  },
];
