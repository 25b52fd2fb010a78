import { address, transaction } from './addresses.ts';
import { coin } from './catalogue.ts';
import { fromFloat, fromFloatDown, parts, times, toFloat, units } from './decimal.ts';
import type { Do, Simulation } from './simulation.ts';
import { MINUTE } from './time.ts';

const SMALLEST_WITHDRAWAL_DOLLARS = 15;

export function depositStep(sim: Simulation, intent: Do<'deposit'>): void {
  const n = sim.count('deposit');
  const rng = sim.random.at('deposit', n);
  const { network } = rng.pick(coin(intent.coin).networks);
  sim.emit({
    kind: 'deposit',
    time: intent.time,
    ...(intent.withoutId ? {} : { id: String(4_000_000_000_000_000_000n + BigInt(rng.integer(0, 1e9)) * 1_000_000n + BigInt(n)) }),
    coin: intent.coin,
    network,
    amount: units(intent.amount),
    wallet: intent.wallet ?? 0,
    address: address(network, sim.random.at(`address:${network}`, 0)),
    txId: transaction(network, rng),
    insertTime: intent.time - 2 * MINUTE,
  });
}

export function withdrawStep(sim: Simulation, intent: Do<'withdraw'>): void {
  const wallet = intent.wallet ?? 0;
  const held = (wallet === 0 ? sim.book.spot : sim.book.funding).get(intent.coin) ?? 0n;
  const rng = sim.random.at('withdrawal', sim.count('withdrawal'));
  const network = rng.pick(coin(intent.coin).networks);
  const amount = fromFloatDown(toFloat(held) * intent.share, 6);
  const fee = units(network.withdrawFee);
  const worth = toFloat(amount) * sim.market.usd(intent.coin, intent.time);
  // Too little to send: the member changes their mind, and nothing happened.
  if (worth < SMALLEST_WITHDRAWAL_DOLLARS || amount + fee > held) return;
  sim.emit({
    kind: 'withdrawal',
    time: intent.time,
    id: rng.hex(32),
    coin: intent.coin,
    network: network.network,
    amount,
    fee,
    wallet,
    address: address(network.network, rng),
    txId: transaction(network.network, rng),
  });
}

/** Small balances become BNB, 2 % less. */
export function dustStep(sim: Simulation, intent: Do<'dust'>): void {
  const details = intent.assets
    .filter((asset) => sim.book.balance(asset) > 0n)
    .map((asset) => {
      const amount = sim.book.balance(asset);
      const bnb = fromFloat((toFloat(amount) * sim.market.usd(asset, intent.time)) / sim.market.usd('BNB', intent.time), 8);
      const charge = parts(bnb, 2, 100);
      return { asset, amount, charge, received: bnb - charge };
    });
  if (details.length === 0) return;
  const transId = 45_000_000_000 + sim.count('dust') * 1000 + (sim.random.hash('dust', 0) % 1000);
  sim.emit({ kind: 'dust', time: intent.time, transId, details });
}

export function dividendStep(sim: Simulation, intent: Do<'dividend'>): void {
  const id = 1_000_000_000 + (sim.random.hash('dividend', sim.count('dividend')) % 900_000_000);
  const amount = units(intent.amount);
  sim.emit({ kind: 'dividend', time: intent.time, id, tranId: 200_000_000_000 + id, asset: intent.asset, amount, info: intent.info });
}

export function convertStep(sim: Simulation, intent: Do<'convert'>): void {
  const n = sim.count('convert');
  const rng = sim.random.at('convert', n);
  const fromAmount = fromFloatDown(intent.dollars / sim.market.usd(intent.from, intent.time), 6);
  const ratio = fromFloat(sim.market.usd(intent.from, intent.time) / sim.market.usd(intent.to, intent.time), 8);
  if (fromAmount > sim.book.balance(intent.from)) return;
  sim.emit({
    kind: 'convert',
    time: intent.time,
    quoteId: rng.hex(32),
    // Beyond 2^53, as on the real exchange.
    orderId: 940_000_000_000_000_000n + BigInt(rng.integer(0, 1e9)) * 1_000_000n + BigInt(n) * 2n + 1n,
    from: intent.from,
    fromAmount,
    to: intent.to,
    toAmount: times(fromAmount, ratio),
  });
}

/** From the spot to the futures wallet, where nothing else is said. */
export function transferStep(sim: Simulation, { time, amount, from = 'spot', to = 'futures' }: Do<'transfer'>): void {
  const held = from === 'futures' ? sim.book.futuresWallet : ((from === 'spot' ? sim.book.spot : sim.book.funding).get('USDT') ?? 0n);
  // More than there is: the exchange refuses, and nothing happened.
  if (units(amount) > held) return;
  sim.emit({ kind: 'transfer', time, from, to, amount: units(amount), ordinal: sim.count('transfer') });
}
