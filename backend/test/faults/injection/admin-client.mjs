import { pause } from '../../../../scripts/lib/clock.mjs';
import { Door } from './door.mjs';
import { Random } from './random.mjs';
import { ADMIN } from './world.mjs';

/** The one session of the admin, which all admin clients share and any of them renews. */
export class AdminSession {
  token = null;
  #door;
  #secrets;
  #renewing = null;

  constructor(run) {
    this.#door = new Door(run.world.balancer, run.history, '10.10.1.7');
    this.#secrets = run.secrets;
    this.#secrets.add(ADMIN.password);
  }

  renew() {
    this.#renewing ??= this.#signIn().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  async #signIn() {
    for (;;) {
      const { status, data } = await this.#door.send('POST', '/signinuser', { body: ADMIN });
      if (status === 200) {
        this.token = data.token;
        this.#secrets.add(data.token);
        return;
      }
      if (status !== null && status < 500) throw new Error(`the admin cannot sign in: ${status} ${data?.message}`);
      await pause(250);
    }
  }
}

/** A client that decides, publishes, writes to members and switches accounts on and off; several of them meet at the same records. */
export class AdminClient {
  #run;
  #random;
  #door;
  #session;

  constructor(run, session, number) {
    this.#run = run;
    this.#session = session;
    this.name = `admin-${number}`;
    this.#random = Random.of(run.seed, this.name);
    this.#door = new Door(run.world.balancer, run.history, `10.10.${number}.7`);
  }

  async work() {
    while (!this.#run.over) {
      await this.#next();
      await pause(this.#random.between(20, this.#run.restMs));
    }
  }

  async #next() {
    const draw = this.#random.next();
    if (draw < 0.3) return this.#decide('payments', 'payment');
    if (draw < 0.6) return this.#decide('kyc-reviews', 'kyc');
    if (draw < 0.75) return this.#publish();
    if (draw < 0.83) return this.#write();
    return this.#switch();
  }

  #act(op, about, request, options = {}) {
    return this.#door.act({
      op,
      by: this.name,
      about,
      request: () => ({ ...request(), token: this.#session.token }),
      renew: () => this.#session.renew(),
      ...options,
    });
  }

  /** Takes the oldest that waits, as the other admins do. */
  async #decide(resource, kind) {
    const query = `filter=${encodeURIComponent('{"status":"pending"}')}&range=${encodeURIComponent('[0,4]')}`;
    const waiting = await this.#door.ask(`/admin/${resource}?${query}`, this.#session.token);
    const id = waiting?.[0]?.id;
    if (!id) return;
    // Most are approved: a rejected member comes again, which is one more submission.
    const move = this.#random.chance(0.7) ? 'approve' : 'reject';
    await this.#act(
      'decision',
      { kind, id, move },
      () => ({ method: 'POST', path: `/admin/${resource}/${id}/${move}`, ...(move === 'reject' && { body: {} }) }),
      { twice: this.#random.chance(0.3) },
    );
  }

  async #publish() {
    const message = `Signal ${this.#random.hex(24)}`;
    const body = {
      asset: 'BTCUSDT',
      tradeType: 'Buy',
      timeFrame: '4 Hours',
      riskLevel: 'Medium',
      leverage: '1',
      recommendedPositionSize: '2% of the account',
      duration: '3 to 5 days',
      currentPrice: '64250.5',
      entryPrice: '64000',
      stopLoss: '62500',
      trailingStopLoss: 'none',
      takeProfit1: '65500',
      takeProfit2: '67000',
      takeProfit3: '69000',
      marketCondition: 'Range',
      signalMessage: message,
      date: '2026-11-20',
      time: '12:00',
      projectedDateOfClosure: '2030-01-01',
    };
    const key = this.#random.hex(24);
    await this.#act('signal', { message }, () => ({ method: 'POST', path: '/createsignal', body, headers: { 'idempotency-key': key } }), {
      twice: this.#random.chance(0.5),
    });
  }

  async #write() {
    if (this.#run.broadcasts >= this.#run.broadcastsMost) return;
    this.#run.broadcasts += 1;
    const subject = `News ${this.#random.hex(24)}`;
    const body = { user: this.#random.pick(['all', 'trade club', 'hedge fund']), subject, message: 'The desk is closed on Friday.' };
    const key = this.#random.hex(24);
    const request = () => ({ method: 'POST', path: '/senduseremail', body, headers: { 'idempotency-key': key } });
    // A broadcast asks for a recent sign-in.
    await this.#session.renew();
    await this.#act('broadcast', { subject }, request, { twice: this.#random.chance(0.4) });
  }

  async #switch() {
    const free = this.#run.switched.filter(({ taken }) => !taken);
    const slot = this.#random.pick(free);
    if (!slot) return;
    slot.taken = true;
    const { person } = slot;
    const key = this.#random.hex(24);
    const { outcome } = await this.#act(
      'toggle',
      { email: person.email, userId: person.userId },
      () => ({ method: 'GET', path: `/userstatus/${person.userId}`, headers: { 'idempotency-key': key } }),
      { twice: this.#random.chance(0.5) },
    );
    if (outcome === 'acked') slot.toggles += 1;
    if (outcome === 'acked' && slot.toggles === 1) person.deadTokens.push(person.token);
    slot.taken = false;
  }
}
