import type { ResourcePage } from './resource-page.types.js';

export const beforeYouTrade: ResourcePage = {
  id: 'before-you-trade',
  title: 'Before you trade',
  intro:
    'Who holds your coins, what an order really does, and what it costs. Read this once before your first order, and again before your ' +
    'first future.',
  updated: '2026-11-22',
  sections: [
    {
      id: 'custody',
      title: 'Custody: who holds the coins',
      blocks: [
        'Whoever has the private key has the coins. Everything else about custody follows from that. At an exchange, the exchange has ' +
          'the keys and you have a claim against it, like a balance at a bank without the deposit insurance. In a wallet of your own, ' +
          'you have the keys, and nobody can help you if you lose them.',
        'Both have their place. A sensible rule is to keep at an exchange what you trade with, and to keep savings in a wallet of your ' +
          'own.',
        {
          list: [
            'Exchange: fast, easy to trade, and it can freeze withdrawals or fail. Several large ones have, with little warning.',
            'Wallet on a phone or computer: handy for small amounts, as safe as the device and as your habits.',
            'Hardware wallet: the key never leaves it. Good for savings, if the recovery words are kept well.',
            'Shared custody (two keys of three, for example): for large amounts and for families. No single mistake loses everything.',
          ],
        },
        'Write recovery words on paper or steel, in two places, where fire and visitors do not come. Never photograph them, never type ' +
          'them into a website, and never tell them to somebody who offers help. Try the recovery once while there is little in the ' +
          'wallet: a backup that was never tried is a hope.',
      ],
    },
    {
      id: 'keys',
      title: 'API keys: what a program may do for you',
      blocks: [
        'An API key lets a program use your exchange account. It comes in two parts (at some exchanges three), and the secret part is ' +
          'shown once. What matters most about a key is its rights.',
        {
          list: [
            'Read: look at balances, orders and history. This is all that Tidemark takes.',
            'Trade: place and cancel orders. A stolen trading key is enough to lose money: thieves trade a thin pair against you and ' +
              'keep the difference.',
            'Withdraw: send coins away. No program but one you wrote yourself should ever hold it.',
          ],
        },
        'Limit a key to the internet addresses it is used from, where your exchange allows that. Give each program a key of its own, ' +
          'name it after the program, and delete it the day you stop using the program. Look through your list of keys twice a year.',
      ],
    },
    {
      id: 'orders',
      title: 'Order types: what you ask for and what you get',
      blocks: [
        'The order book lists what others would pay (bids) and what they ask (asks). The best bid and the best ask are a little apart. ' +
          'That gap is the spread.',
        {
          list: [
            'Market order: buys or sells at once at whatever prices are there. You are sure to trade and not sure of the price. In a ' +
              'thin book, a large market order walks up the asks, and you pay more with each step. That is slippage.',
            'Limit order: names the worst price you accept. You are sure of the price and not sure to trade.',
            'Post-only: a limit order that is cancelled if it would trade at once. You never pay the higher fee by accident.',
            'Stop order: sleeps until the price touches a trigger and then becomes a market order. It limits a loss in an orderly ' +
              'market. In a fall with gaps it fills far below the trigger.',
            'Stop-limit order: the same, but becomes a limit order. It may not fill at all, exactly when you need it to.',
            'Trailing stop: a stop whose trigger follows the price at a distance, in one direction only.',
            'Take profit: a limit or stop order that closes a winning position at a price you chose beforehand.',
            'Reduce-only: on futures, an order that may shrink a position and never open one the other way round.',
          ],
        },
        {
          example: 'A market order of 2 BTC in a thin book',
          steps: [
            'Asks: 0.5 BTC at 60,000, then 0.5 at 60,060, then 1.0 at 60,180.',
            'You pay 30,000 + 30,030 + 60,180 = 120,210 USDT, which is 60,105 a coin.',
            'The best ask was 60,000. Slippage: 105 a coin, or 0.175 %. Together with a fee of 0.1 % the price has to rise by about ' +
              '0.4 % before you could sell without a loss.',
          ],
        },
      ],
    },
    {
      id: 'fees',
      title: 'Fees: small numbers that add up',
      blocks: [
        'Every trade pays a fee. Orders that wait in the book pay the maker fee, orders that take from it the taker fee, which is ' +
          'usually higher. Fees are charged on the whole value of the trade, not on your margin: with ten times leverage, a fee of 0.05 ' +
          '% on the way in and out costs 1 % of your own money.',
        {
          list: [
            'Trading fee: on every fill, in the quote coin, the base coin, or a discount coin of the exchange.',
            'Spread and slippage: never on the bill, always paid.',
            'Funding: on perpetual futures, paid between the two sides every few hours. You pay or receive it on the full value of the ' +
              'position.',
            'Withdrawal and network fees: what the chain charges, and often more.',
          ],
        },
        {
          example: 'What trading every day costs in a year',
          steps: [
            'One round trip a day with all of 10,000 USDT, taker fee 0.1 % each way: 20 USDT a day.',
            'In 365 days that is 7,300 USDT, or 73 % of the capital, before a single trade was right or wrong.',
            'The same as a maker at 0.02 %: 1,460 USDT. Fewer trades and patient orders are the cheapest improvement there is.',
          ],
        },
      ],
    },
    {
      id: 'futures',
      title: 'Futures, leverage and liquidation',
      blocks: [
        'A future is a contract on a price. A perpetual future has no last day, and funding payments keep its price near the coin’s. ' +
          'You put up margin, a part of the position’s value. Leverage is the position’s value divided by the margin behind it.',
        'Leverage does not change what the market does. It changes how far the market may move against you before the exchange closes ' +
          'your position by force. That is a liquidation, and it costs the margin and often a fee on top.',
        {
          list: [
            'About 1 divided by the leverage is how far the price may move against you: 10 % at ten times, 2 % at fifty times, and a ' +
              'little less because of the maintenance margin.',
            'Isolated margin: only what you set aside for a position is lost with it. Cross margin: the whole futures wallet stands ' +
              'behind every position.',
            'Hedge mode: a long and a short position in the same contract stand side by side, each with a stop of its own.',
            'The mark price decides about liquidation, not the last trade. It is an average of several exchanges.',
          ],
        },
        'A stop belongs well before the liquidation price. If the stop that your plan asks for lies beyond it, the leverage is too ' +
          'high for the plan.',
      ],
    },
  ],
};
