/** What a client of the fund signs, word by word. It never changes: another wording is another version. */
export const TERMS_2026_12 = [
  'Your exchange account stays in your name. We trade it with access that you grant and can take back at any time. We never ' +
    'hold your money.',
  'The mandate starts at the first 00:00 UTC after an administrator has countersigned, with the value your account has ' +
    'then. That value has to be at least $10,000.',
  'The account is valued every day at 00:00 UTC in USDT, which is counted as the US dollar. A day without a complete ' +
    'valuation bears no fee until its valuation is known.',
  'The management fee is 2.5% a year. Each day 1/365 of it accrues on the value of your account, less what you have ' +
    'redeemed and not withdrawn and less fees you owe. It is invoiced monthly.',
  'The performance fee is 30% of the trading profit, less management fees, above the highest profit that a fee was ' +
    'charged on before. A loss is made good first. The fee is charged on 31 December, and when money leaves for the part ' +
    'that leaves.',
  'Deposits and withdrawals never count as profit or loss. A withdrawal while a loss is to be made good takes its share ' +
    'of that loss along. Deposits made in that time leave first, without a share of it.',
  'You can redeem a part or everything on 30 June and 31 December. Ask at least 30 days before. You can cancel a request ' +
    'until the notice ends. A part is refused if less than $10,000 would stay.',
  'Every fee can be computed again from a file that you can download, with the method published as fund-fees-1.',
] as const;
