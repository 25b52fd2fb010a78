import { writeFileSync } from 'node:fs';
import pg from 'pg';

/** Server settings under which PostgreSQL counts every statement of a run. */
export const RECORDING = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '200000',
  'pg_stat_statements.track_utility': 'off',
};

const OPERATIONS = [
  ['insert', /\binsert\s+into\b/],
  ['update', /\bupdate\s+(?!skip)"?[a-z_]+"?.*\bset\b/s],
  ['delete', /\bdelete\s+from\b/],
];

/** The tables that a statement names, and what it does to them: "select payments users". */
function subjectOf(text, tables) {
  const words = new Set(text.toLowerCase().match(/[a-z_][a-z0-9_]*/g) ?? []);
  const operation = OPERATIONS.filter(([, pattern]) => pattern.test(text.toLowerCase())).map(([name]) => name);
  return [operation.join('+') || 'select', ...tables.filter((table) => words.has(table))].join(' ');
}

/** Writes calls and rows of each subject to `file`, over all databases of the server. `schemaUrl`: a database with the schema. */
export async function writeStatementRecord(serverUrl, schemaUrl, file) {
  const ask = async (url, ...statements) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      let rows = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    } finally {
      await client.end();
    }
  };
  const named = await ask(schemaUrl, `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`);
  const tables = named.map(({ name }) => name);
  const counted = await ask(
    serverUrl,
    'create extension if not exists pg_stat_statements',
    'select query, sum(calls)::text as calls, sum(rows)::text as rows from pg_stat_statements group by query',
  );
  const record = {};
  for (const { query, calls, rows } of counted) {
    const subject = subjectOf(query, tables);
    if (!subject.includes(' ')) continue;
    const entry = (record[subject] ??= { calls: 0, rows: 0 });
    entry.calls += Number(calls);
    entry.rows += Number(rows);
  }
  writeFileSync(file, JSON.stringify(Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))), null, 1));
}
