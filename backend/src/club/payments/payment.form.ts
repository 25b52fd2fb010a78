import { Decimal, isMembership, type FieldError, type Membership } from '../../platform/domain/index.js';

/** A valid form. */
export interface PaymentForm {
  /** Dollars, as a plain decimal: the fee itself. */
  amount: string;
  /** Canonical: 64 lower-case hexadecimal digits. */
  txid: string | null;
}

export interface PaymentFields {
  membership?: string | undefined;
  amount?: string | undefined;
  txid?: string | undefined;
}

/** Dollars and cents, without a sign, an exponent or thousands separators. */
const dollars = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/;
const transactionId = /^(?:0x)?([0-9a-f]{64})$/i;

/** Returns the canonical transaction id of Bitcoin or TRON (32 bytes); null for any other text. */
export function canonicalTxid(text: string): string | null {
  return transactionId.exec(text.trim())?.[1]?.toLowerCase() ?? null;
}

/** Parses a member's form. `problems`: every invalid field. `fee`: dollars of the member's membership. */
export function readPaymentForm(
  membership: Membership,
  fee: string,
  fields: PaymentFields,
): { form: PaymentForm } | { problems: FieldError[] } {
  const problems: FieldError[] = [];
  const refuse = (field: keyof PaymentFields, message: string) => void problems.push({ field, message });

  if (!isMembership(fields.membership ?? '')) refuse('membership', 'membership must be trade club or hedge fund');
  else if (fields.membership !== membership) refuse('membership', `You are registered as a ${membership} member`);

  const amount = fields.amount?.trim() ?? '';
  if (amount === '') refuse('amount', 'The amount you paid is required');
  else if (!dollars.test(amount) || !new Decimal(amount).equals(fee))
    refuse('amount', `The fee of the ${membership} membership is ${fee} dollars`);

  const given = fields.txid?.trim() ?? '';
  const txid = given === '' ? null : canonicalTxid(given);
  if (given !== '' && txid === null)
    refuse('txid', 'A transaction id has 64 characters, 0 to 9 and a to f. Leave the field empty if you do not know it');

  return problems.length > 0 ? { problems } : { form: { amount: fee, txid } };
}
