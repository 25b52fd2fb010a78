import { AsyncResource } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { failureOf, type OpenSpan, type SpanStart, type Tracing } from '../observability/tracing.js';

type Query = (statement: unknown, ...rest: unknown[]) => unknown;
type Settled = (error: unknown, result: unknown) => void;
type Connect = (taken?: (...given: unknown[]) => void) => unknown;

/** One span a statement that is part of a span: what it does and to which table, never its text or its values. What streams is left out, and so are the loops that ask the outbox what is due. */
export function traceStatements(pool: Pool, tracing: Tracing): void {
  keepContext(pool);
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as Query;
    const traced: Query = (statement, ...rest) => {
      const text = textOf(statement);
      if (text === null || tracing.current() === null) return query(statement, ...rest);
      const span = tracing.open(statementSpan(text));
      const settled = rest.at(-1);
      if (typeof settled === 'function') return query(statement, ...rest.slice(0, -1), ending(span, settled as Settled));
      const answer = query(statement, ...rest);
      if (answer instanceof Promise)
        answer.then(
          () => span.end(null),
          (error: unknown) => span.end(failureOf(error)),
        );
      else span.end(null);
      return answer;
    };
    client.query = traced as typeof client.query;
  });
}

/** The pool calls who waited for a connection from the work of whoever gave it back. */
function keepContext(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Connect;
  const kept: Connect = (taken) => (taken ? connect(AsyncResource.bind(taken)) : connect());
  pool.connect = kept as typeof pool.connect;
}

function ending(span: OpenSpan, settled: Settled): Settled {
  return (error, result) => {
    span.end(error ? failureOf(error) : null);
    settled(error, result);
  };
}

/** Null for what streams. */
function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  const { submit, text } = statement as { submit?: unknown; text?: unknown };
  return typeof submit === 'function' || typeof text !== 'string' ? null : text;
}

const OPERATIONS = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'with',
  'begin',
  'commit',
  'rollback',
  'savepoint',
  'release',
  'set',
  'lock',
  'notify',
  'refresh',
  'truncate',
]);
const OF_TABLES = new Set(['select', 'insert', 'update', 'delete', 'with']);
/** Texts and comments: what may hold a value, or a word that looks like a statement. */
const ASIDE = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g;
const NAME = String.raw`\s+(?:only\s+)?(?:"?[a-z_]\w*"?\.)?"?([a-z_]\w{0,62})\b`;
/** What follows `from` and has a bracket is a function. */
const TABLE = new RegExp(String.raw`\b(?:(?:into|update)${NAME}|(?:from|join)${NAME}(?!"?\s*[(.]))`, 'i');

function tableOf(text: string): string | undefined {
  const [, written, read] = TABLE.exec(text.replaceAll(ASIDE, (aside) => (aside.startsWith("'") ? "''" : ' '))) ?? [];
  return (written ?? read)?.toLowerCase();
}

/** `select users`: of a statement nothing but its first word and the first table that it names. */
export function statementSpan(text: string): SpanStart {
  const word = /^[\s(]*([a-z]+)/i.exec(text)?.[1]?.toLowerCase();
  const operation = word !== undefined && OPERATIONS.has(word) ? word : 'other';
  const table = OF_TABLES.has(operation) ? tableOf(text) : undefined;
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    facts: { 'db.system.name': 'postgresql', 'db.operation.name': operation, ...(table !== undefined && { 'db.collection.name': table }) },
  };
}
