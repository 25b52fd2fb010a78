import { describe, expect, it } from '@jest/globals';
import { scaled } from '../../platform/domain/scaled.js';
import { lettersAbout } from './invoice-letters.rules.js';
import type { InvoiceState } from './invoice.repository.js';

const dueAt = new Date('2027-01-15T00:00:00Z');
const due = dueAt.toISOString();
let count = 0;
const issued = (userId: string, kind: InvoiceState['kind'], total: string): InvoiceState => {
  count += 1;
  return { id: `id-${count}`, userId, kind, status: 'issued', number: `TM-${count}`, total: scaled(total), dueAt };
};

describe('letters about invoices', () => {
  it('are one for each subscription, and one for all fees of a member', () => {
    count = 0;
    const all = [
      issued('ada', 'management_fee', '41.67'),
      issued('bob', 'subscription', '50'),
      issued('ada', 'performance_fee', '1310.4'),
      issued('bob', 'club_share', '7'),
      issued('bob', 'subscription', '50'),
    ];
    expect(lettersAbout(all)).toEqual([
      { letter: 'invoice-issued', to: 'bob', data: { number: 'TM-2', total: '50.00', due }, dedupeKey: 'invoice-issued:id-2' },
      { letter: 'invoice-issued', to: 'bob', data: { number: 'TM-5', total: '50.00', due }, dedupeKey: 'invoice-issued:id-5' },
      {
        letter: 'fees-issued',
        to: 'ada',
        data: {
          invoices: [
            { number: 'TM-1', total: '41.67' },
            { number: 'TM-3', total: '1310.40' },
          ],
          total: '1352.07',
          due,
        },
        dedupeKey: 'fees-issued:id-1',
      },
      {
        letter: 'fees-issued',
        to: 'bob',
        data: { invoices: [{ number: 'TM-4', total: '7.00' }], total: '7.00', due },
        dedupeKey: 'fees-issued:id-4',
      },
    ]);
  });

  it('are none where nothing was issued', () => expect(lettersAbout([])).toEqual([]));
});
