import { scriptOf } from './addresses.ts';
import { json, plainText } from './answer.ts';
import type { ChainAnswer } from './answer.ts';
import type { BitcoinChain, BitcoinTransaction } from './bitcoin-chain.ts';
import { digest } from './hashes.ts';

const PAGE = 25;
const MEMPOOL_PAGE = 50;

/** One request of the Esplora API (github.com/Blockstream/esplora, API.md): numbers in satoshi, times in seconds, errors as plain text. */
export function esplora(chain: BitcoinChain, method: string, path: string): ChainAnswer {
  if (method !== 'GET') return plainText('endpoint does not exist', 404);
  const [, kind, name = '', what, chainWord, last] = path.split('/');
  const request = [kind, ...(kind === 'blocks' ? [name, what] : [what])].filter(Boolean).join(' ');
  switch (request) {
    case 'blocks tip height':
      return plainText(String(toldTip(chain)));
    case 'block-height': {
      const block = /^\d{1,9}$/.test(name) ? chain.blockAt(Number(name)) : undefined;
      return block ? plainText(block.hash) : plainText('Block not found', 404);
    }
    case 'block status': {
      const block = chain.isKnownBlock(name);
      if (!block) return json({ in_best_chain: false });
      const next = chain.blockAt(block.height + 1)?.hash;
      return json({ in_best_chain: true, height: block.height, ...(next && { next_best: next }) });
    }
    case 'tx':
    case 'tx status': {
      if (!/^[0-9a-f]{64}$/.test(name)) return plainText('Invalid hex string', 400);
      const found = chain.find(name);
      if (what === 'status') return json(found ? status(chain, found) : { confirmed: false });
      return found ? json(transaction(chain, found)) : plainText('Transaction not found', 404);
    }
    case 'address txs':
      return addressTransactions(chain, name, chainWord, last);
    default:
      return plainText('endpoint does not exist', 404);
  }
}

function addressTransactions(chain: BitcoinChain, address: string, chainWord: string | undefined, last: string | undefined): ChainAnswer {
  const script = scriptOf(address)?.script;
  if (script === undefined) return plainText('Invalid Bitcoin address', 400);
  const { mempool, confirmed } = chain.of(script);
  const from = last === undefined ? 0 : confirmed.findIndex(({ txid }) => txid === last) + 1;
  const page = confirmed.slice(from, from + PAGE);
  const all = chainWord === 'chain' ? page : [...mempool.slice(0, MEMPOOL_PAGE), ...page];
  return json(all.map((one) => transaction(chain, one)));
}

function toldTip({ tip, lies }: BitcoinChain): number {
  return Math.min(tip.height, lies.tipFrozen ?? Infinity) + (lies.tipAhead ?? 0);
}

function status(chain: BitcoinChain, { txid }: BitcoinTransaction): Record<string, unknown> {
  const { buried = 0, mempoolConfirmed } = chain.lies;
  const block = chain.blockOf(txid);
  if (block) return { confirmed: true, block_height: block.height - buried, block_hash: block.hash, block_time: block.time };
  if (!mempoolConfirmed) return { confirmed: false };
  return { confirmed: true, block_height: chain.tip.height, block_hash: digest(`no block of ${txid}`), block_time: chain.tip.time };
}

function transaction(chain: BitcoinChain, one: BitcoinTransaction): Record<string, unknown> {
  const total = one.outputs.reduce((sum, { value }) => sum + value, 0);
  const output = ({ script, type, address, value }: BitcoinTransaction['outputs'][number]) => ({
    scriptpubkey: script,
    scriptpubkey_asm: `OP_0 OP_PUSHBYTES_20 ${script.slice(4)}`,
    scriptpubkey_type: type,
    scriptpubkey_address: address,
    value,
  });
  const spent = { scriptpubkey: `0014${one.input.slice(0, 40)}`, scriptpubkey_asm: '', scriptpubkey_type: 'v0_p2wpkh', value: total + 282 };
  const input = { txid: one.input, vout: 0, prevout: spent, scriptsig: '', scriptsig_asm: '', witness: [], is_coinbase: false };
  return {
    txid: one.txid,
    version: 2,
    locktime: 0,
    vin: [{ ...input, sequence: 4_294_967_293 }],
    vout: one.outputs.map(output),
    size: 222,
    weight: 561,
    sigops: 1,
    fee: 282,
    status: status(chain, one),
  };
}
