import type pg from 'pg';

export interface TableShape {
  name: string;
  /** In table order, without generated columns. */
  columns: string[];
}

/** Written by the ORM when it applies migrations. */
const MIGRATIONS = 'mikro_orm_migrations';

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns the product's tables in topological order, referenced tables first. The queue's tables are not included: jobs are recreated from
 * these (docs/operations.md).
 */
export async function tablesInOrder(client: pg.Client): Promise<TableShape[]> {
  const { rows: tables } = await client.query<TableShape>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> '${MIGRATIONS}'
      group by c.relname order by c.relname`,
  );
  const { rows: links } = await client.query<{ from: string; to: string }>(
    `select distinct f.relname as from, t.relname as to
       from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and f.relnamespace = 'public'::regnamespace and f.oid <> t.oid`,
  );
  return inOrder(tables, links);
}

/** Sorts topologically. Self-references are ignored: COPY checks them at its end. Throws on a cycle. */
export function inOrder(tables: readonly TableShape[], links: readonly { from: string; to: string }[]): TableShape[] {
  const ordered: TableShape[] = [];
  const done = new Set<string>();
  let waiting = [...tables];
  while (waiting.length > 0) {
    const ready = waiting.filter(({ name }) => links.every(({ from, to }) => from !== name || done.has(to)));
    if (ready.length === 0) throw new Error(`these tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`);
    for (const table of ready) done.add(table.name);
    ordered.push(...ready);
    waiting = waiting.filter(({ name }) => !done.has(name));
  }
  return ordered;
}

export interface SequenceState {
  name: string;
  last: string;
  used: boolean;
}

export async function sequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S' and relname not like '${MIGRATIONS}%' order by relname`,
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const {
      rows: [state],
    } = await client.query<{ last: string; used: boolean }>(`select last_value::text as last, is_called as used from ${quoted(name)}`);
    states.push({ name, last: state!.last, used: state!.used });
  }
  return states;
}

/** Counts rows of COPY's text format: one line feed after each row, none within. */
export class RowCounter {
  rows = 0;

  readonly see = (piece: Buffer): void => {
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) this.rows += 1;
  };
}
