import { closeOf, dayOf, dayText, dealingDayFrom } from './fund-calendar.rules.js';
import type { Day, DealingDate, FundTerms, Redemption, RedemptionRequest, RefusalReason } from './fund-fees.types.js';

type NoticeTerms = Pick<FundTerms, 'noticeDays' | 'dealingDays'>;

/** Returns the dealing day of a request: the first that is at least the notice away, counted in UTC dates; and when it is locked. */
export function noticeOf(requestedAt: number, { noticeDays, dealingDays }: NoticeTerms) {
  const dealingDay = dealingDayFrom(dayOf(requestedAt) + noticeDays, dealingDays);
  const lastNoticeDay = dealingDay - noticeDays;
  return { dealingDay, lastNoticeDay, lockedAt: closeOf(lastNoticeDay) };
}

/** Returns the dealing day of a request made at a time, and the last day of its notice, as YYYY-MM-DD. */
export function noticeFrom(at: Date, { noticeDays, dealingDays }: { noticeDays: number; dealingDays: readonly DealingDate[] }) {
  const { dealingDay, lastNoticeDay } = noticeOf(at.getTime(), { noticeDays, dealingDays });
  return { dealingDay: dayText(dealingDay), lastNoticeDay: dayText(lastNoticeDay) };
}

/** A client's requests to take money out, from request to price. Days are judged in order. */
export class RedemptionBook {
  /** In the order in which they were given. */
  readonly all: Redemption[];
  private readonly byTime: Redemption[];
  private judged = 0;

  constructor(
    requests: readonly RedemptionRequest[],
    private readonly terms: NoticeTerms & Pick<FundTerms, 'minimum'>,
  ) {
    this.all = requests.map((request) => ({
      request,
      ...noticeOf(request.requestedAt, terms),
      state: 'pending',
      reason: null,
      amount: null,
    }));
    this.byTime = this.all.toSorted((a, b) => a.request.requestedAt - b.request.requestedAt);
  }

  /** Judges the requests up to the end of a day. `managed`: equity at its start, less what earlier redemptions set free. */
  judge(day: Day, managed: bigint): void {
    for (let one = this.byTime[this.judged]; one && dayOf(one.request.requestedAt) <= day; one = this.byTime[++this.judged]) {
      const { requestedAt } = one.request;
      const earlier = this.byTime.slice(0, this.judged).filter((other) => isOpen(other, requestedAt));
      const reason = this.refusal(one.request, earlier, managed);
      if (reason !== null) refuse(one, reason);
    }
  }

  private refusal({ amount }: RedemptionRequest, earlier: readonly Redemption[], managed: bigint): RefusalReason | null {
    let available = managed;
    for (const { request } of earlier) {
      if (request.amount === 'all') return 'already_leaving';
      available -= request.amount;
    }
    if (amount === 'all') return null;
    const rest = available - amount;
    if (rest < 0n) return 'more_than_the_account';
    return rest > 0n && rest < this.terms.minimum ? 'rest_below_minimum' : null;
  }

  /** Returns the redemptions of a dealing day, as given. */
  dueOn(day: Day): Redemption[] {
    return this.all.filter((one) => one.dealingDay === day && isOpen(one, closeOf(day)));
  }

  /** Refuses what is still pending when the mandate ends. */
  endMandate(at: number): void {
    for (const one of this.all) if (isOpen(one, at)) refuse(one, 'already_leaving');
  }

  markCancelled(): void {
    for (const one of this.all) if (one.state === 'pending' && one.request.cancelledAt !== null) one.state = 'cancelled';
  }
}

/** Returns whether a request waits for its dealing day at a time. */
const isOpen = ({ state, request: { cancelledAt } }: Redemption, at: number): boolean =>
  state === 'pending' && (cancelledAt === null || cancelledAt > at);

function refuse(one: Redemption, reason: RefusalReason): void {
  one.state = 'refused';
  one.reason = reason;
}
