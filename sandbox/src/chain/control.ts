import { BitcoinChain, ChainRefusal } from './bitcoin-chain.ts';
import type { BitcoinOutput } from './bitcoin-chain.ts';
import type { Chains } from './chains.ts';
import { FALSE_USDT, STRANGER, USDT } from './tron-chain.ts';
import type { TronChain, TronTransfer } from './tron-chain.ts';

/** Ways of paying that are wrong, or right in an unusual way. */
const hows = ['exact', 'short', 'twice', 'split', 'wrong-contract', 'wrong-recipient', 'reverted', 'no-value'] as const;
type How = (typeof hows)[number];

const PAY_FIELDS = ['address', 'amount', 'how', 'delayMs', 'delayBlocks', 'indexDelay', 'replaces', 'also'];
const REORGANISE_FIELDS = ['depth', 'drop', 'keep'];
const BITCOIN_LIES = ['tipAhead', 'tipFrozen', 'buried', 'mempoolConfirmed'];
const TRON_LIES = ['headAsSolid', 'indexValues', 'solidFrozen'];
const NOBODY = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

/** Acts on the chains: `what` is the path behind `/__control/chain/`, such as `bitcoin/mine`. Throws ChainRefusal. */
export function controlChain(chains: Chains, what: string, input: Record<string, unknown>): Record<string, unknown> {
  const [name, act] = what.split('/');
  const chain = name === 'bitcoin' ? chains.bitcoin : name === 'tron' ? chains.tron : undefined;
  if (!chain) throw new ChainRefusal(`unknown chain ${name}`);
  switch (act) {
    case 'mine':
      only(input, ['blocks']);
      chain.mine(whole(input, 'blocks', 1));
      break;
    case 'pay':
      only(input, PAY_FIELDS);
      return { ...state(chain), txids: chain instanceof BitcoinChain ? payBitcoin(chain, input) : payTron(chain, input) };
    case 'drop':
      only(input, ['txid']);
      if (!(chain instanceof BitcoinChain)) throw new ChainRefusal('drop is for bitcoin');
      chain.drop(text(input, 'txid'));
      break;
    case 'reorganise':
      only(input, REORGANISE_FIELDS);
      chain.reorganise(whole(input, 'depth', 1), { drop: input['drop'] === true, keep: input['keep'] === true });
      break;
    case 'lies':
      only(input, chain instanceof BitcoinChain ? BITCOIN_LIES : TRON_LIES);
      chain.lies = input;
      break;
    case 'state':
      break;
    default:
      throw new ChainRefusal(`unknown act ${act}: mine, pay, drop, reorganise, lies, state`);
  }
  return state(chain);
}

function payBitcoin(chain: BitcoinChain, input: Record<string, unknown>): string[] {
  const [address, amount] = [text(input, 'address'), Number(units(input))];
  const also = Object.entries((input['also'] ?? {}) as Record<string, unknown>).map(([to, value]) => ({
    address: to,
    value: Number(value),
  }));
  const outputs: Partial<Record<How, BitcoinOutput[][]>> = {
    exact: [[{ address, value: amount }]],
    short: [[{ address, value: Math.floor(amount * 0.9) }]],
    twice: [[{ address, value: amount }], [{ address, value: amount }]],
    split: [
      [
        { address, value: Math.floor(amount / 2) },
        { address, value: amount - Math.floor(amount / 2) },
      ],
    ],
    'wrong-recipient': [[{ address: NOBODY, value: amount }]],
  };
  const transactions = outputs[how(input)];
  if (!transactions) throw new ChainRefusal(`bitcoin cannot be paid like that: ${how(input)}`);
  const replaces = input['replaces'] === undefined ? {} : { replaces: text(input, 'replaces') };
  return transactions.map((list) => chain.pay([...list, ...also], { ...delays(input), ...replaces }));
}

function payTron(chain: TronChain, input: Record<string, unknown>): string[] {
  const [to, value] = [text(input, 'address'), units(input)];
  const one = (changes: Partial<TronTransfer> = {}): TronTransfer => ({ to, value, contract: USDT, ...changes });
  const also = Object.entries((input['also'] ?? {}) as Record<string, unknown>).map(([address, more]) =>
    one({ to: address, value: BigInt(String(more)) }),
  );
  const transfers: Record<How, TronTransfer[][]> = {
    exact: [[one()]],
    short: [[one({ value: (value * 9n) / 10n })]],
    twice: [[one()], [one()]],
    split: [[one({ value: value / 2n }), one({ value: value - value / 2n })]],
    'wrong-contract': [[one({ contract: FALSE_USDT })]],
    'wrong-recipient': [[one({ to: STRANGER })]],
    reverted: [[one()]],
    'no-value': [[one({ value: 0n })]],
  };
  const result = how(input) === 'reverted' ? 'REVERT' : 'SUCCESS';
  return transfers[how(input)].map((list) =>
    chain.pay([...list, ...also], { ...delays(input), indexDelay: whole(input, 'indexDelay', 0), result }),
  );
}

function state(chain: BitcoinChain | TronChain): Record<string, unknown> {
  return chain instanceof BitcoinChain ? { tip: chain.tip.height } : { head: chain.head.number, solid: chain.solid.number };
}

function how(input: Record<string, unknown>): How {
  const found = hows.find((known) => known === (input['how'] ?? 'exact'));
  if (!found) throw new ChainRefusal(`how is one of ${hows.join(', ')}`);
  return found;
}

const delays = (input: Record<string, unknown>): { delayMs: number; delayBlocks: number } => ({
  delayMs: whole(input, 'delayMs', 0),
  delayBlocks: whole(input, 'delayBlocks', 0),
});

function units(input: Record<string, unknown>): bigint {
  const amount = text(input, 'amount');
  if (!/^\d{1,18}$/.test(amount)) throw new ChainRefusal('amount is a whole number of the smallest unit, as text');
  return BigInt(amount);
}

function text(input: Record<string, unknown>, name: string): string {
  const value = input[name];
  if (typeof value !== 'string') throw new ChainRefusal(`${name} is a text`);
  return value;
}

function whole(input: Record<string, unknown>, name: string, standard: number): number {
  const value = input[name] ?? standard;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw new ChainRefusal(`${name} is a whole number`);
  return value;
}

// A misspelt field would be an act that never happens, and a test that proves nothing.
function only(input: Record<string, unknown>, known: readonly string[]): void {
  for (const name of Object.keys(input)) if (!known.includes(name)) throw new ChainRefusal(`unknown field ${name}: ${known.join(', ')}`);
}
