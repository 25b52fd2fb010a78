import { beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { casesOf } from '../../support/cases.js';
import { checkHistories } from '../../support/payments/payment-histories.js';

const HISTORIES = casesOf(10_000);
/** A minute of computing; many beside other work. */
const LONG_MS = 3_600_000;

beforeAll(() => Logger.overrideLogger(false)); // sources are away on purpose

describe('payments on chain', () => {
  it(
    `of ${HISTORIES} random histories are booked once, taken back with their blocks, and do not depend on when they are read`,
    async () => {
      const met = await checkHistories(HISTORIES);
      expect(met.reversed).toBeGreaterThan(HISTORIES / 20);
      expect(met.paid).toBeGreaterThan(HISTORIES / 2);
      expect(met.withLateMoney).toBeGreaterThan(HISTORIES / 20);
    },
    LONG_MS,
  );
});
