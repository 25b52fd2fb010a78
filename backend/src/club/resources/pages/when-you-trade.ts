import type { ResourcePage } from './resource-page.types.js';

export const whenYouTrade: ResourcePage = {
  id: 'when-you-trade',
  title: 'When you trade',
  intro: 'How much to put into one idea, how to read a signal, and how to find out whether what you do works.',
  updated: '2026-11-22',
  sections: [
    {
      id: 'risk',
      title: 'Risk comes first',
      blocks: [
        'Nobody knows what a single trade will bring. You can decide only what it may cost. Decide that before you enter, write it ' +
          'down, and do not make it larger afterwards.',
        'Losses weigh more than gains of the same size: after a loss of 10 % you need 11 % to be back, after 50 % you need 100 %, ' +
          'after 80 % you need 400 %. Staying in the game is the first aim, because everything else needs a game to be in.',
        {
          list: [
            'Risk a small, fixed part of your capital on one trade. One percent is common; two is a lot.',
            'Count positions that move together as one. Five altcoins bought on one day are one bet on Bitcoin.',
            'Set a limit for the day and for the month. When it is reached, stop. The market is open tomorrow.',
            'Never move a stop away from the price. Never add to a loser so that it looks better on average.',
          ],
        },
      ],
    },
    {
      id: 'size',
      title: 'Position size: the one formula to know',
      blocks: [
        'The size of a position follows from three numbers: your capital, the part of it you may lose, and the distance between entry ' +
          'and stop. Leverage is not one of them. It decides only how much margin the position ties up.',
        'Size = capital × risk ÷ distance, where the distance is (entry - stop) ÷ entry.',
        {
          example: 'A long position with 10,000 USDT and 1 % risk',
          steps: [
            'Entry 60,000, stop 57,000: the distance is 3,000 ÷ 60,000 = 5 %.',
            'You may lose 1 % of 10,000 = 100 USDT. Size: 100 ÷ 5 % = 2,000 USDT, which is 0.0333 BTC.',
            'If the stop is hit you lose about 100 USDT, a little more with fees and slippage.',
            'At five times leverage the position ties up 400 USDT of margin. The risk is still 100 USDT, because the stop decides it.',
          ],
        },
        {
          example: 'The same with a tight stop',
          steps: [
            'Entry 60,000, stop 59,400: the distance is 1 %. Size: 100 ÷ 1 % = 10,000 USDT.',
            'The position is five times as large for the same risk. Fees are five times as large too: 0.1 % on the way in and out is ' +
              '20 USDT, a fifth of what you risk.',
            'A tighter stop is also hit more often by noise. Put the stop where the idea is wrong, and let the size follow.',
          ],
        },
      ],
    },
    {
      id: 'expectancy',
      title: 'Being right is not the point',
      blocks: [
        'Measure results in R: what you risked is 1R. A trade that risked 100 and made 250 brought 2.5R. What a way of trading is ' +
          'worth is its average over many trades:',
        'Expectancy = share of winners × average win - share of losers × average loss, in R.',
        {
          example: 'Two ways of trading',
          steps: [
            'Wins 70 % of the time, wins 0.4R, loses 1R: 0.7 × 0.4 - 0.3 × 1 = -0.02R. It feels good and loses money.',
            'Wins 40 % of the time, wins 2R, loses 1R: 0.4 × 2 - 0.6 × 1 = +0.2R. It loses more often than it wins and makes money.',
            'Even the second one has rows of losers: eight in a row come up about once in 60 tries. At 1 % risk that is 8 % of the ' +
              'capital. At 10 % it is more than half.',
          ],
        },
        'Thirty trades tell little, a hundred tell something. Do not change a plan because of three results, good or bad.',
      ],
    },
    {
      id: 'signal',
      title: 'How to read a signal',
      blocks: [
        'A signal is an idea with its limits. It says where it is entered, where it is wrong, and where it is taken off. It is not an ' +
          'order, and it does not know your capital. These are its parts:',
        {
          list: [
            'Asset, trade type, time frame: what, long or short, and on which chart the idea was seen. An idea from a daily chart ' +
              'needs days.',
            'Entry price and current price: if the price has run away from the entry, the distance to the stop has grown and the ' +
              'target has come closer. Work out the size anew, or let it go.',
            'Stop loss: where the idea is wrong. For a long it lies below the entry, for a short above it.',
            'Trailing stop: none, to breakeven after the first target, moving, or a percentage that follows the price.',
            'Take profit 1, 2, 3: where parts come off. A common split is a third at each. After the first, the stop often moves to ' +
              'the entry.',
            'Risk level and recommended position size: how sure the author is, as a part of your capital. Take less if several signals ' +
              'are open.',
            'Leverage: the most that fits the stop. Less is always fine.',
            'Market condition and message: why. If you cannot say it in your own words, do not take the trade.',
            'Duration and projected date of closure: when the idea is stale, whether or not a price was touched.',
          ],
        },
        {
          example: 'Is it worth taking?',
          steps: [
            'Long, entry 100, stop 95, targets 106, 112 and 120. Risk: 5. A third at each target: 2 + 4 + 6.67 = 12.67, if all are ' +
              'reached.',
            'That is 2.5R at best. If only the first target is reached and the rest leaves at the entry: 2, or 0.4R.',
            'If the price is 103 by the time you read it, the risk to the stop is 8 and the best case is 9.67: 1.2R. That is a ' +
              'different trade. Wait for a return to the entry, or leave it.',
          ],
        },
        'Following every signal does not make a profit certain, and past signals say little about the next one. Profits are not ' +
          'guaranteed.',
      ],
    },
    {
      id: 'journal',
      title: 'Keep a journal, and measure honestly',
      blocks: [
        'Write down each trade before you enter it: why, where it is wrong, how much it may cost. Afterwards add what happened and ' +
          'whether you kept to the plan. A loss by the plan is a good trade; a win against it is a warning.',
        'Your performance page separates what you earned from what you paid in. A deposit is not a gain. The time-weighted return ' +
          'tells how the trading did, whatever came in or left. The money-weighted return tells how your money did, including when you ' +
          'put it in. If the second is much lower than the first, you put in most before the worst stretches, which is common and worth ' +
          'knowing.',
        {
          list: [
            'Compare with simply holding Bitcoin over the same time. If trading does not beat it after fees, holding is less work.',
            'Look at the drawdown, the fall from the highest point. Ask whether you could sit through one twice as deep.',
            'Look at single months last. They are mostly noise.',
          ],
        },
      ],
    },
    {
      id: 'frauds',
      title: 'Frauds that aim at traders',
      blocks: [
        {
          list: [
            'Somebody who writes first, in a chat, as “support”, as an admin of ours or as a successful member: it is a fraud. We ' +
              'never write first, and we never ask for keys, codes or recovery words.',
            'A site that looks like your exchange. Save the address of the real one, and use a passkey, which works only there.',
            'A token that you did not buy shows up in your wallet. Touching it can ask for rights over your other coins.',
            'A “recovery service” for stolen coins asks for a fee first. It is the second theft.',
            'Malware swaps the address you copied. Compare its first and last six characters, and send a small amount first.',
          ],
        },
        'When something is urgent, wait a day. Nothing honest is lost by it.',
      ],
    },
  ],
};
