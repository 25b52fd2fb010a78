import { beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { checkHistories } from '../../../test/support/payments/payment-histories.js';

/** The proof `payment-histories` lives through 10,000. */
const HISTORIES = 500;

beforeAll(() => Logger.overrideLogger(false)); // sources are away on purpose

describe('payments on chain', () => {
  it('of random histories are booked once, taken back with their blocks, and do not depend on when they are read', async () => {
    const met = await checkHistories(HISTORIES);
    expect(met.reversed).toBeGreaterThan(HISTORIES / 20);
    expect(met.paid).toBeGreaterThan(HISTORIES / 2);
  });
});
