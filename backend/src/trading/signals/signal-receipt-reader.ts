import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { Conditions, orderBy, readList } from '../../platform/persistence/list-reader.js';
import { fullName } from '../../club/users/index.js';

export interface SeenSignal {
  signalId: string;
  userId: string;
  fullName: string;
  asset: string;
  tradeType: string;
  publishedAt: Date;
  seenAt: Date;
}

export const receiptSorts = ['seenAt'] as const;
export type ReceiptSort = (typeof receiptSorts)[number];

export interface ReceiptFilter {
  userId?: string;
  signalId?: string;
}

interface SeenRow {
  signal_id: string;
  user_id: string;
  surname: string;
  other_name: string;
  asset: string;
  trade_type: string;
  published_at: string;
  seen_at: string;
}

/** Who was shown which signal. */
@Injectable()
export class SignalReceiptReader {
  constructor(private readonly em: EntityManager) {}

  async list({ order, offset, limit, filter: { userId, signalId } }: ListQuery<ReceiptSort, ReceiptFilter>): Promise<PageOf<SeenSignal>> {
    const { rows, total } = await readList<SeenRow>(this.em, {
      select: 'r.signal_id, r.user_id, u.surname, u.other_name, s.asset, s.trade_type, s.published_at, r.seen_at',
      from: 'signal_receipts r join users u on u.id = r.user_id join signals s on s.id = r.signal_id',
      countFrom: 'signal_receipts r',
      where: new Conditions().given('r.user_id = ?', userId).given('r.signal_id = ?', signalId),
      orderBy: orderBy(['r.seen_at', 'r.signal_id'], order, 'r.user_id'),
      offset,
      limit,
    });
    return { rows: rows.map(seenOf), total };
  }
}

function seenOf(row: SeenRow): SeenSignal {
  return {
    signalId: row.signal_id,
    userId: row.user_id,
    fullName: fullName({ surname: row.surname, otherName: row.other_name }),
    asset: row.asset,
    tradeType: row.trade_type,
    publishedAt: new Date(row.published_at),
    seenAt: new Date(row.seen_at),
  };
}
