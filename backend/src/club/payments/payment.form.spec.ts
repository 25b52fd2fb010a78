import { describe, expect, it } from '@jest/globals';
import { canonicalTxid, readPaymentForm, type PaymentFields } from './payment.form.js';

const TXID = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const club = (fields: PaymentFields) => readPaymentForm('trade club', '50', { membership: 'trade club', amount: '50', ...fields });
const fieldsOf = (read: ReturnType<typeof readPaymentForm>) => ('problems' in read ? read.problems.map(({ field }) => field) : []);

describe('the payment form', () => {
  it.each(['50', '50.0', '50.00', ' 50 '])('takes the fee written as %j', (amount) => {
    expect(club({ amount })).toEqual({ form: { amount: '50', txid: null } });
  });

  it.each([
    '49',
    '51',
    '20',
    '50.01',
    '49.99',
    '50.001',
    '50.000',
    '-50',
    '+50',
    '050',
    '5e1',
    '50,00',
    '$50',
    '50 USD',
    '0x32',
    'fifty',
    'NaN',
    'Infinity',
    '٥٠',
    '1'.repeat(500),
  ])('names the fee where %j is given', (amount) => {
    expect(club({ amount })).toEqual({ problems: [{ field: 'amount', message: 'The fee of the trade club membership is 50 dollars' }] });
  });

  it('asks the fee of the member’s own membership', () => {
    expect(readPaymentForm('hedge fund', '20', { membership: 'hedge fund', amount: '20' })).toEqual({ form: { amount: '20', txid: null } });
    expect(fieldsOf(readPaymentForm('hedge fund', '20', { membership: 'hedge fund', amount: '50' }))).toEqual(['amount']);
    expect(fieldsOf(club({ amount: '20', membership: 'hedge fund' }))).toEqual(['membership', 'amount']);
  });

  it.each([undefined, '', 'admin', 'Trade Club', '__proto__'])('knows no membership %j', (membership) => {
    expect(fieldsOf(club({ membership }))).toEqual(['membership']);
  });

  it('tells everything that is missing at once', () => {
    expect(fieldsOf(readPaymentForm('trade club', '50', {}))).toEqual(['membership', 'amount']);
  });

  it('brings transaction ids to one form, so that one id is one id', () => {
    for (const txid of [TXID, TXID.toUpperCase(), `0x${TXID}`, `0X${TXID.toUpperCase()}`, ` ${TXID}\n`])
      expect(club({ txid })).toEqual({ form: { amount: '50', txid: TXID } });
    for (const txid of ['', '   ', undefined]) expect(club({ txid })).toEqual({ form: { amount: '50', txid: null } });
  });

  it.each([
    TXID.slice(1),
    `${TXID}0`,
    `0x0x${TXID}`,
    TXID.replace('4', 'g'),
    `${TXID.slice(0, 32)} ${TXID.slice(32)}`,
    `https://tronscan.org/#/transaction/${TXID}`,
    '0x',
  ])('refuses the transaction id %j', (txid) => {
    expect(fieldsOf(club({ txid }))).toEqual(['txid']);
    expect(canonicalTxid(txid)).toBeNull();
  });
});
