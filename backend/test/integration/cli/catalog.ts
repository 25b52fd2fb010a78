import pg from 'pg';

/** What makes up a schema, each in the catalog's own words. */
const PARTS = {
  columns: `select table_name || '.' || column_name || ' ' || ordinal_position || ' ' || data_type || ' ' || is_nullable || ' '
      || coalesce(column_default, '') || ' ' || coalesce(generation_expression, '') as text
    from information_schema.columns where table_schema = 'public'`,
  constraints: `select c.relname || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid) || ' ' || k.convalidated || ' '
      || k.condeferrable as text
    from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = 'public'::regnamespace`,
  indexes: `select pg_get_indexdef(x.indexrelid) || ' ' || x.indisvalid || ' ' || x.indisprimary || ' ' || x.indisunique as text
    from pg_index x join pg_class c on c.oid = x.indrelid where c.relnamespace = 'public'::regnamespace`,
  triggers: `select pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text as text from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  functions: `select pg_get_functiondef(p.oid) as text from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not exists (select 1 from pg_depend d
    where d.objid = p.oid and d.deptype = 'e')`,
  sequences: `select sequencename || ' ' || data_type || ' ' || increment_by as text from pg_sequences where schemaname = 'public'`,
};

export type Catalog = Record<keyof typeof PARTS, string[]>;

/** The schema of a database as sorted texts, to be compared with another's. */
export async function catalogOf(url: string): Promise<Catalog> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const read: Partial<Catalog> = {};
    for (const [part, query] of Object.entries(PARTS))
      read[part as keyof Catalog] = (await client.query<{ text: string }>(`${query} order by 1`)).rows.map(({ text }) => text);
    return read as Catalog;
  } finally {
    await client.end();
  }
}
