import { tronHex } from './addresses.ts';
import { json } from './answer.ts';
import type { ChainAnswer } from './answer.ts';
import { digest } from './hashes.ts';
import { USDT } from './tron-chain.ts';
import type { TronBlock, TronChain, TronTransaction } from './tron-chain.ts';

/** keccak-256 of Transfer(address,address,uint256). */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const MAX_PAGE = 200;
const PAGE = 20;

/** One request of TRON's full-node HTTP API (tron.network, HTTP API) or of TronGrid's index: 200 also for errors, times in milliseconds. */
export function tronApi(chain: TronChain, method: string, path: string, query: URLSearchParams, body: string): ChainAnswer {
  const account = /^\/v1\/accounts\/([^/]+)\/transactions\/trc20$/.exec(path)?.[1];
  if (account !== undefined && method === 'GET') return transfersOf(chain, account, query);
  const [, node, call] = path.split('/');
  const isSolid = node === 'walletsolidity';
  if (!isSolid && node !== 'wallet') return json({ Error: 'not found' }, 404);
  const end = isSolid ? chain.solid : chain.head;
  if (call === 'getnowblock') return json(blockOf(end));
  const input = parsed(body);
  if (input === undefined) return json({ Error: 'class com.alibaba.fastjson.JSONException : syntax error' });
  if (call === 'gettransactioninfobyid') {
    const found = typeof input['value'] === 'string' ? chain.find(input['value']) : undefined;
    const block = found && chain.blockOf(found.txid);
    return json(found && block && block.number <= end.number ? receipt(found, block) : {});
  }
  if (call === 'gettransactioninfobyblocknum' && isSolid) {
    const block = chain.blockNumbered(Number(input['num']));
    return json(block && block.number <= end.number ? block.txids.map((txid) => receipt(chain.find(txid)!, block)) : []);
  }
  return json({ Error: 'not found' }, 404);
}

function transfersOf(chain: TronChain, account: string, query: URLSearchParams): ChainAnswer {
  if (!tronHex(account)) return json({ success: false, error: 'A valid account address is required.', statusCode: 400 }, 400);
  const limit = Math.min(Number(query.get('limit') ?? PAGE), MAX_PAGE);
  const since = Number(query.get('min_timestamp') ?? 0);
  const from = Number(query.get('fingerprint') ?? 0);
  const onlySolid = query.get('only_confirmed') === 'true';
  const known = chain
    .of(account, query.get('contract_address') ?? undefined)
    .filter(({ block }) => block.time >= since && (!onlySolid || block.number <= chain.solid.number));
  const rows = query.get('order_by') === 'block_timestamp,asc' ? known : known.toReversed();
  const page = rows.slice(from, from + limit);
  const next = from + page.length;
  return json({
    data: page.map(({ transaction, transfer, block }) => ({
      transaction_id: transaction.txid,
      token_info: { symbol: 'USDT', address: transfer.contract, decimals: 6, name: 'Tether USD' },
      block_timestamp: block.time,
      from: transaction.from,
      to: transfer.to,
      type: 'Transfer',
      value: String(chain.lies.indexValues ? transfer.value + 1_000_000n : transfer.value),
    })),
    success: true,
    meta: { at: chain.head.time, page_size: page.length, ...(next < rows.length && { fingerprint: String(next) }) },
  });
}

/** A receipt as the node writes it: fields that are zero are left out, and a failed one has no log. */
function receipt(one: TronTransaction, block: TronBlock): Record<string, unknown> {
  const word = (digits: string): string => digits.padStart(64, '0');
  const bare = (address: string): string => tronHex(address)!.slice(2);
  const isDone = one.result === 'SUCCESS';
  return {
    id: one.txid,
    fee: 345_000,
    blockNumber: block.number,
    blockTimeStamp: block.time,
    contractResult: [isDone ? '0'.repeat(64) : ''],
    contract_address: tronHex(one.transfers[0]?.contract ?? USDT),
    receipt: { energy_usage_total: 64_285, net_usage: 345, result: one.result },
    ...(isDone
      ? {
          log: one.transfers.map(({ to, value, contract }) => ({
            address: bare(contract),
            topics: [TRANSFER, word(bare(one.from)), word(bare(to))],
            data: word(value.toString(16)),
          })),
        }
      : { result: 'FAILED', resMessage: Buffer.from('REVERT opcode executed').toString('hex') }),
    packingFee: 345_000,
  };
}

function blockOf({ number, time }: TronBlock): Record<string, unknown> {
  const raw = { number, txTrieRoot: digest(`tree ${number}`), witness_address: `41${digest('witness').slice(0, 40)}`, version: 31 };
  return {
    blockID: `${number.toString(16).padStart(16, '0')}${digest(`tron block ${number}`).slice(16)}`,
    block_header: { raw_data: { ...raw, parentHash: digest(`parent ${number}`), timestamp: time }, witness_signature: '' },
  };
}

function parsed(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = body === '' ? {} : JSON.parse(body);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // the node answers bad JSON with 200 and an error in the body
  }
}
