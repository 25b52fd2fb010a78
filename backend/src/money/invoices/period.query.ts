import { sql } from 'kysely';

/** The period that the invoice with the alias `i` charges for, from the inputs of its first line; null where its formula has none. */
export const period = sql<string | null>`(select l.calculation::jsonb #>> '{inputs,period}' from invoice_lines l
  where l.invoice_id = i.id and l.line = 1)`;
