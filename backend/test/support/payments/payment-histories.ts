import { expect } from '@jest/globals';
import fc from 'fast-check';
import { PaymentHistory } from './payment-history.js';
import { inOrder, paymentHistories } from './payment-steps.js';

/** Lives through random histories, each as it is and read in order. Throws with the shortest one that breaks a rule. */
export async function checkHistories(numRuns: number) {
  const met = { booked: 0, reversed: 0, withLateMoney: 0, compared: 0, paid: 0 };
  const property = fc.asyncProperty(paymentHistories, async (steps) => {
    const history = await new PaymentHistory().live(steps);
    const plain = await new PaymentHistory().live(inOrder(steps));
    expect([...history.problems, ...plain.problems]).toEqual([]);
    const { outcome, payments, hasLateMoney } = history;
    met.booked += outcome.booked.length;
    met.reversed += payments.transactions.filter(({ reverses }) => reverses !== null).length;
    met.paid += outcome.statuses.filter((status) => status === 'paid').length;
    if (hasLateMoney) return void (met.withLateMoney += 1);
    met.compared += 1;
    expect(outcome).toEqual(plain.outcome);
  });
  await fc.assert(property, { numRuns });
  return met;
}
