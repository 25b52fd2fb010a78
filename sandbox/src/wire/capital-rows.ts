import { fixed, over, trimmed } from '../world/decimal.ts';
import type { Conversion, Deposit, Dividend, Dust, Transfer, WalletName, Withdrawal } from '../world/events.ts';
import { MINUTE, wireDate } from '../world/time.ts';
import { transferId } from './income-rows.ts';
import type { Row } from './json.ts';

const DEPOSIT_CREDITED = 2 * MINUTE;
const DEPOSIT_DONE = 10 * MINUTE;

/** 0 pending, 6 credited but not yet to be withdrawn, 1 done. */
export function deposit(d: Deposit, t: number): Row {
  const age = t - d.insertTime;
  const status = age < DEPOSIT_CREDITED ? 0 : age < DEPOSIT_DONE ? 6 : 1;
  return {
    id: d.id,
    amount: trimmed(d.amount),
    coin: d.coin,
    network: d.network,
    status,
    address: d.address,
    addressTag: '',
    txId: d.txId,
    insertTime: d.insertTime,
    completeTime: status === 1 ? d.insertTime + DEPOSIT_DONE : undefined,
    transferType: 0,
    confirmTimes: status === 0 ? '0/1' : '1/1',
    unlockConfirm: 1,
    walletType: d.wallet,
  };
}

const WITHDRAWAL_SENT = 3 * MINUTE;
const WITHDRAWAL_DONE = 12 * MINUTE;

/** 2 awaiting approval, 4 processing (from here with a txId), 6 completed. */
export function withdrawal(w: Withdrawal, t: number): Row {
  const age = t - w.time;
  const status = age < WITHDRAWAL_SENT ? 2 : age < WITHDRAWAL_DONE ? 4 : 6;
  return {
    id: w.id,
    amount: trimmed(w.amount),
    transactionFee: trimmed(w.fee),
    coin: w.coin,
    status,
    address: w.address,
    txId: status === 2 ? '' : w.txId,
    applyTime: wireDate(w.time),
    network: w.network,
    transferType: 0,
    withdrawOrderId: '',
    info: '',
    confirmNo: status === 6 ? 12 : 0,
    walletType: w.wallet,
    txKey: '',
    completeTime: status === 6 ? wireDate(w.time + WITHDRAWAL_DONE) : undefined,
  };
}

export function dribblet(d: Dust): Row {
  const sum = (pick: (x: Dust['details'][number]) => bigint): string => fixed(d.details.reduce((total, x) => total + pick(x), 0n));
  return {
    operateTime: d.time,
    totalTransferedAmount: sum((x) => x.received),
    totalServiceChargeAmount: sum((x) => x.charge),
    transId: d.transId,
    userAssetDribbletDetails: d.details.map((x) => ({
      transId: d.transId,
      serviceChargeAmount: fixed(x.charge),
      amount: fixed(x.amount),
      operateTime: d.time,
      transferedAmount: fixed(x.received),
      fromAsset: x.asset,
      targetAsset: 'BNB',
    })),
  };
}

export function dividend(d: Dividend): Row {
  return { id: d.id, amount: trimmed(d.amount), asset: d.asset, divTime: d.time, enInfo: d.info, tranId: d.tranId, direction: 1 };
}

export function conversion(c: Conversion): Row {
  return {
    quoteId: c.quoteId,
    orderId: c.orderId,
    orderStatus: 'SUCCESS',
    fromAsset: c.from,
    fromAmount: trimmed(c.fromAmount),
    toAsset: c.to,
    toAmount: trimmed(c.toAmount),
    ratio: trimmed(over(c.toAmount, c.fromAmount)),
    inverseRatio: trimmed(over(c.fromAmount, c.toAmount)),
    createTime: c.time,
  };
}

/** Directions of transfers between two wallets that the history is asked for; every other one is empty here. */
export const transferTypes = [
  'MAIN_UMFUTURE',
  'UMFUTURE_MAIN',
  'MAIN_FUNDING',
  'FUNDING_MAIN',
  'FUNDING_UMFUTURE',
  'UMFUTURE_FUNDING',
  'MAIN_CMFUTURE',
  'CMFUTURE_MAIN',
  'MAIN_MARGIN',
  'MARGIN_MAIN',
] as const;

const WALLETS: Record<WalletName, string> = { spot: 'MAIN', futures: 'UMFUTURE', funding: 'FUNDING' };

export function transferType(x: Transfer): string {
  return `${WALLETS[x.from]}_${WALLETS[x.to]}`;
}

export function transfer(x: Transfer): Row {
  return {
    asset: 'USDT',
    amount: trimmed(x.amount),
    type: transferType(x),
    status: 'CONFIRMED',
    tranId: transferId(x),
    timestamp: x.time,
  };
}
