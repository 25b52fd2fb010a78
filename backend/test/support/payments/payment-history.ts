import { isDust, lockRate, transferId, valueOf } from '../../../src/money/chain/index.js';
import type { ReceivingAddress } from '../../../src/money/invoice-payments/receiving-address.repository.js';
import { bookingsIn, standing } from '../../../src/money/invoice-payments/bookings.rules.js';
import { referenceOf } from '../../../src/money/invoices/index.js';
import { accounts, sumsOf } from '../../../src/money/ledger/index.js';
import { MemoryPayments } from './memory-payments.js';
import {
  addressOf,
  INVOICES,
  invoiceOf,
  issued,
  MINUTE,
  OPENED,
  outputsOf,
  OWN,
  ownerOf,
  PRICE,
  quoteOf,
  SHARED,
  SOMEBODY,
  TAG,
  TOTALS,
  unitsOf,
} from './payment-scene.js';
import type { Step } from './payment-steps.js';
import { ScriptedChains, type Output, type Transaction } from './scripted-chains.js';

/** A history as it is lived through: two invoices, the chains, and the services that read them. */
export class PaymentHistory {
  readonly problems: string[] = [];
  readonly payments: MemoryPayments;
  private readonly chains: ScriptedChains;
  private clock = OPENED;
  private waiting: { due: number; store: () => Promise<void> }[] = [];

  constructor() {
    const now = () => new Date(this.clock);
    this.chains = new ScriptedChains(now);
    const invoices = new Map(INVOICES.map((id, n) => [id as string, invoiceOf(id, TOTALS[n]!)]));
    const addresses: ReceivingAddress[] = [
      ...OWN.map((address, n) => addressOf('bitcoin', address, INVOICES[n]!)),
      addressOf('tron', SHARED, null),
    ];
    const quotes = [quoteOf('bitcoin', 0, OWN[0], null), quoteOf('bitcoin', 1, OWN[1], null), quoteOf('tron', 1, SHARED, TAG)];
    this.payments = new MemoryPayments(invoices, addresses, quotes, { of: (chain) => this.chains.reader(chain) }, now);
    this.payments.prices = { ...PRICE };
    for (const invoice of invoices.values()) this.payments.transactions.push(issued(invoice));
  }

  /** Lives through the steps, then until all is deep in a block or gone, and was read. Afterwards `problems` says what was wrong. */
  async live(steps: readonly Step[]): Promise<this> {
    for (const [at, one] of steps.entries()) {
      await this.act(one, at);
      for (const { store } of this.take(({ due }) => due <= at)) await store();
      this.check();
    }
    for (const { store } of this.take(() => true)) await store();
    await this.end();
    this.check();
    this.checkEnd();
    return this;
  }

  /** What must not depend on the order in which readings were stored. */
  get outcome() {
    const transfers = [...this.payments.transfers.values()]
      .map(({ state, block, invoiceId, units, firstSeenAt, ...one }) => ({
        id: transferId(one),
        state,
        block,
        invoiceId,
        units,
        firstSeenAt,
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const statuses = [...this.payments.invoices.values()].map(({ status }) => status);
    const booked = INVOICES.flatMap((id) => this.booked(id).filter(({ kind }) => kind === 'received'))
      .map(({ transfer, usd, units }) => `${transfer} ${usd} ${units}`)
      .toSorted();
    return { transfers, statuses, booked };
  }

  /** Whether money came after its quote: what becomes of it depends on what else had been booked by then. */
  get hasLateMoney(): boolean {
    const end = OPENED + 20 * MINUTE;
    return [...this.payments.transfers.values()].some(
      ({ firstSeenAt, blockTime }) => Math.min(firstSeenAt.getTime(), blockTime?.getTime() ?? Infinity) > end,
    );
  }

  private async act(one: Step, at: number): Promise<void> {
    switch (one.do) {
      case 'pay on bitcoin':
        return this.chains.pay('bitcoin', outputsOf(one));
      case 'pay on tron': {
        const output = { address: SHARED, units: unitsOf('tron', 1, one.size), rejected: one.rejected };
        return this.chains.pay('tron', one.twice ? [output, output] : [output]);
      }
      case 'mine':
        return this.chains.mine(one.chain, one.blocks);
      case 'reorganise':
        return this.chains.reorganise(one.depth, one.fate);
      case 'send again':
        return this.chains.sendAgain();
      case 'confirm':
        this.chains.mine('bitcoin', 3);
        this.chains.mine('tron', 20);
        return this.poll(0, false, at);
      case 'pass':
        this.clock += one.seconds * 1000;
        return;
      case 'price':
        this.payments.prices = one.isKnown ? { ...PRICE } : { bitcoin: null, tron: null };
        return;
      case 'source':
        this.chains.isAway = one.state === 'away';
        this.chains.isCut = one.state === 'cut';
        return;
      case 'poll':
        return this.poll(one.late, one.twice, at);
    }
  }

  private async poll(late: number, twice: boolean, at: number): Promise<void> {
    this.clock += 1;
    const answered = signal();
    const runs: Promise<void>[] = [];
    for (const { address } of this.payments.addresses)
      for (const _worker of twice ? [1, 2] : [1]) runs.push((await this.ask(address, answered.promise)).run);
    const store = async () => {
      answered.resolve();
      await Promise.all(runs);
    };
    if (late > 0) this.waiting.push({ due: at + late, store });
    else await store();
  }

  /** Begins a reading, and returns its end once the chain was asked. */
  private async ask(address: string, answered: Promise<void>): Promise<{ run: Promise<void> }> {
    const asked = signal();
    this.chains.onAsked = () => {
      asked.resolve();
      return answered;
    };
    this.payments.due = address;
    const run = this.payments.watch.run();
    await asked.promise;
    return { run };
  }

  private take(isDue: (one: { due: number }) => boolean) {
    const due = this.waiting.filter(isDue);
    this.waiting = this.waiting.filter((one) => !isDue(one));
    return due;
  }

  private async end(): Promise<void> {
    this.chains.isAway = false;
    this.chains.isCut = false;
    this.payments.prices = { ...PRICE };
    for (let round = 0; round < 3; round++) {
      if (round === 0) {
        this.chains.mine('bitcoin', 10);
        this.chains.mine('tron', 20);
      }
      this.clock += MINUTE;
      await this.poll(0, false, 0);
    }
  }

  private booked(invoiceId: string) {
    return standing(bookingsIn(this.payments.transactions.filter(({ reference }) => reference === referenceOf(invoiceId))));
  }

  /** What holds at every moment. */
  private check(): void {
    for (const [currency, sum] of sumsOf(this.payments.transactions.flatMap(({ postings }) => postings)))
      if (sum !== 0n) this.problems.push(`the postings in ${currency} add up to ${sum}`);
    const received = INVOICES.flatMap((id) => this.booked(id)).flatMap(({ transfer }) => transfer ?? []);
    for (const id of new Set(received)) {
      if (received.filter((one) => one === id).length > 1) this.problems.push(`${id} is booked twice`);
      if (this.payments.transfers.get(id)?.state !== 'final') this.problems.push(`${id} is booked and not final`);
    }
    for (const { id, userId, total, status } of this.payments.invoices.values()) {
      const paid = total - this.payments.dollarsOf(accounts.receivable(userId), referenceOf(id));
      const expected = paid >= total ? 'paid' : paid > 0n ? 'partially_paid' : 'issued';
      if (status !== expected) this.problems.push(`an invoice of ${total} is ${status}, and ${paid} is booked for it`);
      const given = this.booked(id).reduce((sum, { usd }) => sum + usd, 0n);
      if (given >= total !== (status === 'paid')) this.problems.push(`an invoice of ${total} is ${status}, and payments give ${given}`);
    }
  }

  /** Compares what is stored with what the chains hold in the end. */
  private checkEnd(): void {
    const known = new Set<string>();
    for (const one of this.chains.transactions)
      for (const [index, output] of one.outputs.entries()) {
        if (output.address === SOMEBODY) continue;
        known.add(transferId({ ...one, index }));
        this.checkOutput(one, output, index);
      }
    for (const id of this.payments.transfers.keys()) if (!known.has(id)) this.problems.push(`${id} was never sent`);
  }

  private checkOutput(one: Transaction, output: Output, index: number): void {
    const id = transferId({ ...one, index });
    const stored = this.payments.transfers.get(id);
    const owner = ownerOf(one, output);
    const bookings = INVOICES.flatMap((invoice) => this.booked(invoice).map((booking) => ({ ...booking, invoice })));
    const own = bookings.filter(({ transfer }) => transfer === id);
    const wrong = (problem: string) => this.problems.push(`${id} ${problem}`);
    if (one.at === 'dropped' || one.at === 'mempool') {
      if (own.length > 0) wrong('is in no block, and booked');
      if (stored && stored.state !== 'gone' && stored.state !== 'rejected') wrong(`is in no block, and ${stored.state}`);
      return;
    }
    if (!stored) return void wrong('was never read');
    if (stored.invoiceId !== owner) wrong(`belongs to ${owner}, and is stored for ${stored.invoiceId}`);
    if (output.rejected !== null || owner === null || isDust({ ...one, units: output.units })) {
      if (own.length > 0) wrong('pays nothing, and is booked');
      if (output.rejected !== null && stored.state !== 'rejected') wrong(`is ${output.rejected}, and ${stored.state}`);
      if (output.rejected === null && owner === null && stored.attention !== 'unmatched') wrong('matches nothing, and no admin is told');
      return;
    }
    if (stored.state !== 'final') return void wrong(`is deep in a block, and ${stored.state}`);
    const isWithAdmins = stored.attention === 'late' || stored.attention === 'no-rate';
    const isLate = Math.min(stored.firstSeenAt.getTime(), stored.blockTime!.getTime()) > OPENED + 20 * MINUTE;
    if (own.length === 0 && isLate && isWithAdmins) return;
    if (own.length !== 1) return void wrong(`is booked ${own.length} times`);
    const [booking] = own;
    if (booking!.invoice !== owner) wrong(`pays ${owner}, and is booked for ${booking!.invoice}`);
    const value = valueOf(one.chain, output.units, lockRate(PRICE[one.chain]));
    if (booking!.units !== output.units || booking!.usd !== value) wrong(`is worth ${value}, and booked as ${booking!.usd}`);
    if (stored.attention !== null && stored.attention !== 'reorganised') wrong(`is booked, and with the admins: ${stored.attention}`);
  }
}

/** A promise and what resolves it. */
function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => undefined as void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve: () => resolve() };
}
