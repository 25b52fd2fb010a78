import { Rational } from './rational.js';

// A second computation of a fund client's fees, from docs/fund-fees.md alone and in another style: fractions instead of scaled integers,
// calendar dates instead of day numbers, sums looked up in the input again instead of carried along. It shares no code with the engine.

export interface FundCaseText {
  terms: {
    version: string;
    managementRate: string;
    performanceRate: string;
    dayCount?: string;
    method?: string;
    minimum?: string;
    noticeDays?: number;
    dealingDays?: readonly string[];
  };
  mandate: { countersignedAt: string; currency?: string };
  valuations: { at: string; equity?: string; state?: string }[];
  flows?: { at: string; amount: string; equityBefore?: string }[];
  payments?: { at: string; amount: string; from: string }[];
  redemptions?: { id: string; requestedAt: string; amount: string; cancelledAt?: string }[];
  crystallisations?: string[];
  issued?: { kind: string; period: string; amount: string }[];
  until?: string;
}

const { zero } = Rational;
const one = Rational.of(1);
const read = (text: string) => Rational.read(text);
/** Milliseconds of a time; UTC where it names no zone. */
export const ms = (time: string) => Date.parse(/T.*(Z|[+-]\d\d:\d\d)$/.test(time) || !time.includes('T') ? time : `${time}Z`);
const iso = (at: number) => new Date(at).toISOString();
const date = (at: number) => iso(at).slice(0, 10);
const later = (at: number, days: number) => {
  const moved = new Date(at);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.getTime();
};
const midnightBefore = (at: number) => ms(date(at));
const isMonthStart = (at: number) => iso(at).slice(8) === '01T00:00:00.000Z';

/** Returns dealing day, last day of notice and lock of a request, by looking at one day after the other. */
export function notice(requestedAt: string, noticeDays: number, dealingDays: readonly string[]) {
  let dealing = later(midnightBefore(ms(requestedAt)), noticeDays);
  while (!dealingDays.includes(date(dealing).slice(5))) dealing = later(dealing, 1);
  const last = later(dealing, -noticeDays);
  return { dealingDay: date(dealing), lastNoticeDay: date(last), lockedAt: later(last, 1) };
}

export function independentFees(given: FundCaseText) {
  const { terms, valuations, flows = [], payments = [], redemptions = [], issued = [] } = given;
  const gross = terms.method === 'gross-high-water-mark';
  const [managementRate, performanceRate] = [read(terms.managementRate), read(terms.performanceRate)];
  const minimum = read(terms.minimum ?? '10000');
  const noticeDays = terms.noticeDays ?? 30;
  const dealingDays = terms.dealingDays ?? ['06-30', '12-31'];

  const signedAt = ms(given.mandate.countersignedAt);
  const startsAt = midnightBefore(signedAt) === signedAt ? signedAt : later(midnightBefore(signedAt), 1);
  const until = midnightBefore(given.until === undefined ? Math.max(...valuations.map(({ at }) => ms(at))) : ms(given.until));
  const known = new Map<number, Rational>();
  for (const { at, equity, state = 'known' } of valuations) if (state === 'known') known.set(ms(at), read(equity!));
  const estimated = new Set(valuations.filter(({ state }) => state === 'estimated').map(({ at }) => ms(at)));

  let E = known.get(startsAt)!;
  let [P, H, fresh, owed, payable, charged, accrued] = [zero, zero, zero, zero, zero, zero, zero];
  const compared = () => (gross ? P.minus(charged) : P);
  const carried = () => H.minus(compared()).atLeastZero();
  let lastKnown = startsAt;
  let endedAt = null as number | null;

  const moves = flows.map(({ at, amount }) => ({ at: ms(at), amount: read(amount) }));
  const bills = payments.map(({ at, amount, from }) => ({ at: ms(at), amount: read(amount), from }));
  const flowsBetween = (from: number, to: number) => moves.filter(({ at }) => at >= from && at < to).map(({ amount }) => amount);
  const paidBetween = (from: number, to: number, source?: string) =>
    Rational.sum(
      bills.filter((bill) => bill.at >= from && bill.at < to && (source === undefined || bill.from === source)).map(({ amount }) => amount),
    );

  const requests = redemptions.map((request, order) => ({
    ...request,
    order,
    ...notice(request.requestedAt, noticeDays, dealingDays),
    state: 'pending',
    reason: null as string | null,
    set: null as Rational | null,
  }));
  const inTime = requests.toSorted((a, b) => ms(a.requestedAt) - ms(b.requestedAt) || a.order - b.order);
  const judge = (from: number) => {
    for (const [place, request] of inTime.entries()) {
      if (midnightBefore(ms(request.requestedAt)) !== from) continue;
      const open = inTime
        .slice(0, place)
        .filter(({ state, cancelledAt }) => state === 'pending' && !(cancelledAt && ms(cancelledAt) <= ms(request.requestedAt)));
      if (open.some(({ amount }) => amount === 'all')) {
        request.state = 'refused';
        request.reason = 'already_leaving';
      } else if (request.amount !== 'all') {
        const rest = E.minus(payable)
          .minus(Rational.sum(open.map(({ amount }) => read(amount))))
          .minus(read(request.amount));
        if (rest.below(zero)) request.reason = 'more_than_the_account';
        else if (rest.isPositive && rest.below(minimum)) request.reason = 'rest_below_minimum';
        if (request.reason) request.state = 'refused';
      }
    }
  };

  const days: Record<string, unknown>[] = [];
  const crystallisations: Record<string, unknown>[] = [];
  const fees: { kind: 'management' | 'performance'; at: number; amount: Rational }[] = [];
  const performanceDays = new Set<number>();
  const closes: { at: number; equity: Rational }[] = [{ at: startsAt, equity: E }];

  /** Takes an amount out under water; returns the fraction. */
  const underWater = (amount: Rational, old: Rational): Rational => {
    let W = amount;
    if (fresh.isPositive) {
      const taken = fresh.below(W) ? fresh : W;
      fresh = fresh.minus(taken);
      W = W.minus(taken);
    }
    if (!W.isPositive || gross) return zero;
    if (old.compare(W) <= 0) {
      H = P;
      return one;
    }
    H = H.plus(P.minus(H).times(W).over(old).r18);
    return W.over(old).r18;
  };
  const charge = (at: number, chargeable: Rational): Rational => {
    const fee = performanceRate.times(chargeable).r18;
    owed = owed.plus(fee);
    charged = charged.plus(fee);
    fees.push({ kind: 'performance', at, amount: fee });
    performanceDays.add(at);
    return fee;
  };
  const note = (day: string, id: string | null, act: () => { fraction: Rational; chargeable: Rational; fee: Rational }) => {
    const before = { profit: compared(), mark: H, carried: carried() };
    const { fraction, chargeable, fee } = act();
    crystallisations.push({
      day,
      ...(id === null ? { kind: 'scheduled' } : { kind: 'redemption', redemption: id }),
      state: 'done',
      fraction: fraction.text,
      profit: before.profit.text,
      highWaterMarkBefore: before.mark.text,
      carryForwardBefore: before.carried.text,
      chargeable: chargeable.text,
      fee: fee.text,
      highWaterMarkAfter: H.text,
      carryForwardAfter: H.minus(before.profit).atLeastZero().text,
    });
  };

  for (let from = startsAt; from < until && endedAt === null; from = later(from, 1)) {
    const at = later(from, 1);
    const day = date(from);
    judge(from);
    const V = known.get(at);
    const scheduled = given.crystallisations ? given.crystallisations.includes(day) : day.endsWith('-12-31');
    const due = requests.filter(({ dealingDay, state, cancelledAt }) => dealingDay === day && state === 'pending' && !cancelledAt);
    const shown = { day, at: iso(at), flow: Rational.sum(flowsBetween(from, at)).text, paid: paidBetween(from, at).text };
    const end = () => {
      endedAt = at;
      for (const request of requests)
        if (request.state === 'pending' && !(request.cancelledAt && ms(request.cancelledAt) < at)) {
          request.state = 'refused';
          request.reason = 'already_leaving';
        }
    };

    if (V === undefined) {
      if (scheduled) crystallisations.push({ day, kind: 'scheduled', state: 'waiting' });
      for (const request of due) {
        if (endedAt !== null) break;
        const M = E.minus(payable);
        const whole = request.amount === 'all' || read(request.amount).compare(M) >= 0;
        request.set = whole ? M.atLeastZero() : read(request.amount);
        payable = payable.plus(request.set);
        request.state = 'waiting';
        crystallisations.push({ day, kind: 'redemption', redemption: request.id, state: 'waiting' });
        if (whole) end();
      }
      const reason = estimated.has(at) ? 'estimated' : 'missing';
      const unknown = { equity: null, result: null, base: null, profit: null, owed: null };
      days.push({ ...shown, ...unknown, state: 'waiting', reason, managementFee: '0', highWaterMark: H.text });
      continue;
    }

    const N = Rational.sum(flowsBetween(lastKnown, at));
    const result = V.minus(E)
      .minus(N)
      .plus(paidBetween(lastKnown, at, 'account'));
    P = P.plus(result);
    if (compared().compare(H) >= 0) fresh = zero;
    const isUnderWater = compared().below(H);
    if (N.isPositive && isUnderWater) fresh = fresh.plus(N);
    if (N.below(zero)) {
      const used = payable.below(N.negated()) ? payable : N.negated();
      payable = payable.minus(used);
      const W = N.negated().minus(used);
      if (isUnderWater) underWater(W, V.minus(payable).plus(W).minus(fresh));
    }
    owed = owed.minus(paidBetween(lastKnown, at));
    E = V;
    lastKnown = at;
    const base = V.minus(payable).minus(owed.atLeastZero()).atLeastZero();
    const fee = base.times(managementRate).over(Rational.of(365)).r18;
    owed = owed.plus(fee);
    P = P.minus(fee);
    accrued = accrued.plus(fee);
    fees.push({ kind: 'management', at, amount: fee });

    if (scheduled)
      note(day, null, () => {
        const chargeable = compared().minus(H).atLeastZero();
        const profit = compared();
        const performance = charge(at, chargeable);
        if (H.below(profit)) H = profit;
        return { fraction: one, chargeable, fee: performance };
      });
    for (const request of due) {
      if (endedAt !== null) break;
      const M = V.minus(payable);
      const whole = request.amount === 'all' || read(request.amount).compare(M) >= 0;
      const R = whole ? M.atLeastZero() : read(request.amount);
      note(day, request.id, () => {
        if (whole) {
          const chargeable = compared().minus(H).atLeastZero();
          const performance = charge(at, chargeable);
          H = P;
          return { fraction: one, chargeable, fee: performance };
        }
        if (compared().below(H)) {
          const fraction = underWater(R, M.minus(fresh));
          return { fraction, chargeable: zero, fee: charge(at, zero) };
        }
        const chargeable = P.minus(H).times(R).over(M).r18;
        const performance = charge(at, chargeable);
        H = H.plus(chargeable);
        return { fraction: R.over(M).r18, chargeable, fee: performance };
      });
      payable = payable.plus(R);
      request.set = R;
      request.state = 'priced';
      if (whole) end();
    }
    closes.push({ at, equity: V });
    days.push({
      ...shown,
      state: 'accrued',
      reason: null,
      equity: V.text,
      result: result.text,
      base: base.text,
      managementFee: fee.text,
      profit: compared().text,
      highWaterMark: H.text,
      owed: owed.text,
    });
  }
  if (endedAt === null) judge(until);
  for (const request of requests) if (request.state === 'pending' && request.cancelledAt) request.state = 'cancelled';

  const closedAt = endedAt ?? until;
  const feesOf = (kind: string, from: number, to: number) =>
    Rational.sum(fees.filter((fee) => fee.kind === kind && fee.at > from && fee.at <= to).map(({ amount }) => amount));

  // Invoices: every period that is over, in time, the management fee first.
  const periods: { kind: string; period: string; from: number; to: number; isReal: boolean }[] = [];
  for (let from = startsAt; from < closedAt;) {
    let to = later(from, 1);
    while (!isMonthStart(to) && to < closedAt) to = later(to, 1);
    if (isMonthStart(to) || endedAt !== null) periods.push({ kind: 'management', period: date(from).slice(0, 7), from, to, isReal: true });
    from = to;
  }
  for (const at of performanceDays)
    periods.push({ kind: 'performance', period: date(later(at, -1)), from: later(at, -1), to: at, isReal: true });
  for (const { kind, period } of issued) {
    const to = kind === 'management' ? nextMonth(period) : later(ms(period), 1);
    if (to <= until && !periods.some((other) => other.kind === kind && other.period === period))
      periods.push({ kind, period, from: to, to, isReal: false });
  }
  const invoices = periods
    .toSorted((a, b) => a.to - b.to || (a.kind < b.kind ? -1 : 1))
    .reduce<{ kind: string; sum: Rational; value: Record<string, unknown> }[]>((list, { kind, period, from, to, isReal }) => {
      const earlier = Rational.sum(list.filter((other) => other.kind === kind).map(({ sum }) => sum));
      const computed = feesOf(kind, startsAt, to).cents.minus(earlier);
      const fixed = issued.find((invoice) => invoice.kind === kind && invoice.period === period);
      const sum = fixed ? read(fixed.amount) : computed;
      const waitingDays = days
        .filter(({ day, state }) => isReal && kind === 'management' && state === 'waiting' && String(day).startsWith(period))
        .map(({ day }) => day);
      const value = {
        kind,
        period,
        amount: sum.money,
        computed: computed.money,
        exact: feesOf(kind, from, to).text,
        issued: fixed !== undefined,
        waitingDays,
      };
      return [...list, { kind, sum, value }];
    }, [])
    .map(({ value }) => value);

  // Statements: each line is the difference of two sums from the start on, both in cents.
  const line = (sumTo: (at: number) => Rational) => (from: number, to: number) => sumTo(to).cents.minus(sumTo(from).cents);
  const equityAt = (at: number) => closes.find((close) => close.at === at)!.equity.cents;
  const sumOfFlows = (sign: number) => (at: number) =>
    Rational.sum(
      flowsBetween(startsAt, at)
        .filter((amount) => amount.compare(zero) === sign)
        .map((amount) => (sign < 0 ? amount.negated() : amount)),
    );
  const deposits = line(sumOfFlows(1));
  const withdrawals = line(sumOfFlows(-1));
  const fromAccount = line((at) => paidBetween(startsAt, at, 'account'));
  const paid = line((at) => paidBetween(startsAt, at));
  const management = line((at) => feesOf('management', startsAt, at));
  const performance = line((at) => feesOf('performance', startsAt, at));
  const owedAt = (at: number) => management(startsAt, at).plus(performance(startsAt, at)).minus(paid(startsAt, at));
  const statement = (from: number, to: number) => ({
    from: iso(from),
    to: iso(to),
    opening: equityAt(from).money,
    deposits: deposits(from, to).money,
    withdrawals: withdrawals(from, to).money,
    feesPaidFromAccount: fromAccount(from, to).money,
    closing: equityAt(to).money,
    tradingResult: equityAt(to).plus(fromAccount(from, to)).plus(withdrawals(from, to)).minus(deposits(from, to)).minus(equityAt(from))
      .money,
    owedOpening: owedAt(from).money,
    managementFee: management(from, to).money,
    performanceFee: performance(from, to).money,
    feesPaid: paid(from, to).money,
    owedClosing: owedAt(to).money,
    netOpening: equityAt(from).minus(owedAt(from)).money,
    netClosing: equityAt(to).minus(owedAt(to)).money,
  });
  const ends = [
    startsAt,
    ...closes
      .slice(1)
      .map(({ at }) => at)
      .filter((at) => isMonthStart(at) || at === closedAt),
  ];

  return {
    methodologyVersion: 'fund-fees-1',
    termsVersion: terms.version,
    currency: given.mandate.currency ?? 'USD',
    mandate: {
      startsAt: iso(startsAt),
      openingEquity: closes[0]!.equity.text,
      belowMinimum: closes[0]!.equity.below(minimum),
      endedAt: endedAt === null ? null : iso(endedAt),
    },
    days,
    crystallisations,
    redemptions: requests.map(({ id, state, reason, dealingDay, lastNoticeDay, lockedAt, set }) => ({
      id,
      state,
      reason,
      dealingDay,
      lastNoticeDay,
      lockedAt: iso(lockedAt),
      amount: set?.text ?? null,
    })),
    invoices,
    statements: ends.slice(1).map((to, n) => statement(ends[n]!, to)),
    total: statement(startsAt, closes.at(-1)!.at),
    now: {
      profit: compared().text,
      highWaterMark: H.text,
      carryForward: carried().text,
      freshMoney: fresh.text,
      managementFees: accrued.text,
      performanceFees: charged.text,
      owed: owed.text,
      redemptionPayable: payable.text,
    },
  };
}

function nextMonth(month: string): number {
  let at = later(ms(`${month}-01`), 1);
  while (!isMonthStart(at)) at = later(at, 1);
  return at;
}
