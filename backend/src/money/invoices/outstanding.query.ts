import { sql } from 'kysely';

/** What is due on the invoice with the alias `i`: the sum of its postings on the member's receivable account, as decimal text. */
export const outstanding = sql<string>`coalesce((select sum(p.amount) from ledger_transactions t
  join ledger_postings p on p.transaction_id = t.id
  where t.reference = 'invoice:' || i.id and p.account = 'receivable:' || i.user_id and p.currency = i.currency), 0)::text`;
