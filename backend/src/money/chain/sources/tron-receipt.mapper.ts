import { tronHex } from '../addresses/tron-address.rules.js';
import { USDT_CONTRACT } from '../chain.types.js';
import { TRON_CONFIRMATIONS, type RejectReason, type Sighting } from '../payments/transfer.rules.js';
import type { TronReceipt } from './tron.schema.js';

/** Keccak-256 of `Transfer(address,address,uint256)`. */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const USDT_HEX = bareHex(USDT_CONTRACT);
const WORD = 64;

export interface ReceiptDepth {
  /** `walletsolidity` knows the receipt. */
  isSolid: boolean;
  /** Number of the newest block. */
  head: number;
}

/** Returns whether a contract call succeeded. `contractResult` says nothing: USDT's `transfer` returns no value. */
export const isSuccess = ({ receipt }: TronReceipt): boolean => receipt.result === 'SUCCESS';

/** Returns whether a contract call failed: reverted, out of energy, out of time, … Without a contract call there is no result. */
export const isFailure = ({ receipt }: TronReceipt): boolean => receipt.result !== undefined && receipt.result !== 'SUCCESS';

/**
 * Returns the transfers to `address` in the logs of a successful receipt, of every token: those of other contracts and of no value are
 * rejected. A transfer is irreversible if the receipt is solid and 19 blocks deep: a node that answers from its head as if it were solid
 * is not believed.
 */
export function sightingsIn(receipt: TronReceipt, address: string, { isSolid, head }: ReceiptDepth): Sighting[] {
  const ours = bareHex(address);
  const confirmations = Math.max(1, head - receipt.blockNumber + 1);
  const place = {
    confirmations,
    irreversible: isSolid && confirmations >= TRON_CONFIRMATIONS,
    block: String(receipt.blockNumber),
    blockTime: new Date(receipt.blockTimeStamp),
  };
  return receipt.log.flatMap(({ address: contract, topics, data }, index): Sighting[] => {
    const [event, , to] = topics;
    const isTransfer = topics.length === 3 && event === TRANSFER && data.length === WORD;
    if (!isTransfer || to?.slice(-ours.length) !== ours) return [];
    const units = BigInt(`0x${data}`);
    return [{ chain: 'tron', txid: receipt.id, index, address, units, rejected: rejection(contract, units), ...place }];
  });
}

/** Returns the rejected sighting of a solid receipt that failed: a failed call has no logs, so index and amount are 0. */
export function failedSighting(receipt: TronReceipt, address: string, head: number): Sighting {
  return {
    chain: 'tron',
    txid: receipt.id,
    index: 0,
    address,
    units: 0n,
    confirmations: Math.max(1, head - receipt.blockNumber + 1),
    irreversible: true,
    block: String(receipt.blockNumber),
    blockTime: new Date(receipt.blockTimeStamp),
    rejected: 'reverted',
  };
}

function rejection(contract: string, units: bigint): RejectReason | null {
  if (contract !== USDT_HEX) return 'wrong-contract';
  return units === 0n ? 'no-value' : null;
}

/** The 20 bytes of an address as logs hold it: without the prefix 41. */
function bareHex(address: string): string {
  return tronHex(address).slice(2);
}
