export type InvoiceStatusWire = 'issued' | 'partially_paid' | 'paid' | 'overdue' | 'void';
export type InvoiceKindWire = 'subscription' | 'management_fee' | 'performance_fee' | 'club_share';

/** A row of GET /me/invoices, newest first. Amounts are dollars with two decimal places. */
export interface MyInvoiceWire {
  id: string;
  number: string;
  kind: InvoiceKindWire;
  /**
   * What it charges for: the month of a management fee (`2026-01`), the day up to which a performance fee counts profit (`2026-12-31`), the
   * period of a club share (`2026`; `2026-1` where the year has several). Null for a subscription.
   */
  period: string | null;
  status: InvoiceStatusWire;
  currency: 'USD';
  total: string;
  /** What is still due. */
  outstanding: string;
  issuedAt: string;
  dueAt: string;
  paidAt: string | null;
  voidedAt: string | null;
  /** Set for a void invoice. */
  creditNote: { number: string; reason: string } | null;
}

/** How the amount of a line came about. */
export interface InvoiceLineWire {
  line: number;
  amount: string;
  calculation: {
    formula: string;
    version: number;
    inputs: Record<string, unknown>;
    result: string;
    /** Of the calculation as canonical JSON (RFC 8785): an object of formula, inputs, result and version. Hexadecimal digits. */
    sha256: string;
  };
}

/** GET /me/invoices/{id} */
export interface MyInvoiceDetailWire extends MyInvoiceWire {
  lines: InvoiceLineWire[];
}

/** A record of `invoices` of the console. */
export interface InvoiceWire extends MyInvoiceWire {
  userId: string;
  fullName: string;
}

export interface InvoiceDetailWire extends InvoiceWire {
  /** What may be done with it. */
  may: 'void'[];
  /** Whom it was issued to; null: deleted after the legal period. */
  recipient: { name: string; country: string } | null;
  lines: InvoiceLineWire[];
}
