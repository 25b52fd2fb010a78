import { pause, until } from '../../../../../scripts/lib/clock.mjs';
import { Door } from '../door.mjs';
import { Person } from '../people.mjs';
import { Random } from '../random.mjs';

const PATIENCE_MS = 30_000;
const PLACES = { bitcoin: 8, tron: 6 };

/** How an invoice is paid. Every client goes through all of them, each in an order of its own. */
export const stories = [
  'exact on bitcoin',
  'exact on tron',
  'short, then the rest',
  'twice on bitcoin',
  'twice on tron',
  'split',
  'late',
  'replaced',
  'short on tron',
  'approved by a person too',
  'void before it is paid',
];

/** A client that joins in the name of one person after the other; each gets an invoice and pays it as their story says. */
export class PayerClient {
  #run;
  #random;
  #door;
  #session;
  #joined = 0;
  #stories = [];

  /** `session`: of the admin. */
  constructor(run, session, number) {
    this.#run = run;
    this.#session = session;
    this.number = number;
    this.name = `payer-${number}`;
    this.#random = Random.of(run.seed, this.name);
    this.#door = new Door(run.world.balancer, run.history, `10.60.${number}.7`);
  }

  async work() {
    while (!this.#run.over) {
      if (this.#stories.length === 0) this.#stories = this.#random.shuffled(stories);
      const person = await this.#join();
      if (person) await this.#pay(person, this.#stories.pop());
      await pause(this.#random.between(20, this.#run.restMs));
    }
  }

  #act(op, person, about, request, options = {}) {
    return this.#door.act({ op, by: this.name, about, request, renew: () => this.#signIn(person), ...options });
  }

  /**
   * Somebody with a proof of payment that waits, and so with an open invoice. Null: a sign-up was sent again because nobody knew of the
   * first, and a second one of an address that is not confirmed makes the password void.
   */
  async #join() {
    const person = new Person(this.#random, this.number * 1000 + this.#joined++);
    this.#run.people.push(person);
    const { email } = person;
    const { operation } = await this.#act('sign-up', person, { email }, () => ({
      method: 'POST',
      path: '/signupuser',
      body: person.registration,
    }));
    if (operation.tries > 1) return null;
    // The letters of joining are another history's.
    await this.#sql('update users set email_confirmed_at = coalesce(email_confirmed_at, now()) where email = $1', [email]);
    await this.#signIn(person);
    const form = await person.paymentForm(this.#random.hex(64));
    await this.#act('proof', person, { email }, () => ({ method: 'POST', path: '/createpayment', token: person.token, form }), {
      twice: this.#random.chance(0.3),
      meansDone: ({ status }) => status === 409,
    });
    const { data } = await this.#door.ask('/me/invoices', person.token);
    person.invoice = data[0];
    return person;
  }

  async #signIn(person) {
    for (;;) {
      const { status, data } = await this.#door.send('POST', '/signinuser', { body: { email: person.email, password: person.password } });
      if (status === 200) return Object.assign(person, { token: data.token, userId: data.data.userId });
      if (status !== null && status < 500) throw new Error(`${person.email} cannot sign in: ${status} ${data?.message}`);
      await pause(250);
    }
  }

  /** Past every proxy, whenever the server is there again. */
  async #sql(sql, values) {
    for (;;) {
      try {
        return await this.#run.world.database.rows(sql, values);
      } catch {
        await pause(250);
      }
    }
  }

  async #quote(person, chain) {
    const { invoice, token } = person;
    const { outcome, data } = await this.#act('quote', person, { invoice: invoice.id, chain }, () => ({
      method: 'POST',
      path: `/me/invoices/${invoice.id}/quotes`,
      token: person.token ?? token,
      body: { chain },
    }));
    return outcome === 'acked' ? data.data.quote : null;
  }

  /** `matches`: the money belongs to the invoice. */
  async #send({ invoice }, { chain, address, amount }, changes = {}, matches = true) {
    const [whole, fraction = ''] = amount.split('.');
    const units = BigInt(whole + fraction.padEnd(PLACES[chain], '0')).toString();
    const operation = this.#run.history.begin('pay', this.name, { invoice: invoice.id, chain, units, ...changes });
    const { txids } = await this.#run.world
      .exchangeControl('POST', `chain/${chain}/pay`, { address, amount: units, ...changes })
      .catch(() => ({ txids: [] }));
    this.#run.history.settle(operation, txids.length > 0 ? 'acked' : 'refused');
    for (const txid of txids) this.#run.sent.push({ chain, txid, address, invoiceId: invoice.id, matches });
    return txids;
  }

  /** Waits until the page of the invoice shows it, or everything is over. */
  #shows(person, fits) {
    const { invoice } = person;
    const isSo = async () => this.#run.over || fits((await this.#door.ask(`/me/invoices/${invoice.id}/payment`, person.token))?.data ?? {});
    return until(isSo, PATIENCE_MS, 400);
  }

  async #pay(person, story) {
    const on = (chain) => this.#quote(person, chain);
    switch (story) {
      case 'exact on bitcoin':
      case 'exact on tron': {
        const quote = await on(story.split(' ').at(-1));
        if (quote) await this.#send(person, quote);
        break;
      }
      case 'short, then the rest': {
        const quote = await on('bitcoin');
        if (!quote) break;
        await this.#send(person, quote, { how: 'short' });
        await this.#shows(person, ({ status, phase }) => status === 'partially_paid' && phase !== 'seen' && phase !== 'confirming');
        const rest = await on('bitcoin');
        if (rest && rest.amount !== quote.amount) await this.#send(person, rest);
        break;
      }
      case 'twice on bitcoin':
      case 'twice on tron': {
        const quote = await on(story.split(' ').at(-1));
        if (quote) await this.#send(person, quote, { how: 'twice' });
        break;
      }
      case 'split': {
        const quote = await on('bitcoin');
        if (quote) await this.#send(person, quote, { how: 'split' });
        break;
      }
      case 'late': {
        const quote = await on('bitcoin');
        if (!quote) break;
        await this.#sql(
          `update payment_quotes set opened_at = opened_at - interval '30 minutes', ends_at = ends_at - interval '30 minutes'
            where invoice_id = $1`,
          [person.invoice.id],
        );
        await this.#send(person, quote);
        break;
      }
      case 'replaced': {
        const quote = await on('bitcoin');
        if (!quote) break;
        const [txid] = await this.#send(person, quote, { delayBlocks: 3 });
        await this.#shows(person, ({ phase }) => phase === 'seen');
        // The same coins to the same address in another transaction, with a higher fee. It may have been taken into a block by now.
        await this.#send(person, quote, { replaces: txid });
        break;
      }
      case 'short on tron': {
        const quote = await on('tron');
        if (quote) await this.#send(person, quote, { how: 'short' }, false);
        break;
      }
      case 'approved by a person too': {
        const quote = await on('bitcoin');
        if (quote) await this.#send(person, quote);
        await this.#asAdmin('approve', person, () => ({ method: 'GET', path: `/approvepayment/${person.userId}` }));
        break;
      }
      case 'void before it is paid': {
        const quote = await on('bitcoin');
        if (!quote) break;
        const { outcome } = await this.#asAdmin('void', person, () => ({
          method: 'POST',
          path: `/admin/invoices/${person.invoice.id}/void`,
          body: { reason: 'Issued by mistake' },
        }));
        if (outcome !== 'refused') await this.#send(person, quote, {}, false);
        break;
      }
    }
    this.#run.told.push(story);
  }

  /** A refusal says that it was done: by an earlier try, or by the payment itself. */
  #asAdmin(op, { email, invoice }, request) {
    return this.#door.act({
      op,
      by: this.name,
      about: { email, invoice: invoice.id },
      request: () => ({ ...request(), token: this.#session.token }),
      renew: () => this.#session.renew(),
      meansDone: ({ status }) => status === 409,
    });
  }
}
