import { AsyncResource } from 'node:async_hooks';
import type { Pool } from 'pg';
import { failureOf, type SpanStart, type Tracing } from '../observability/tracing.js';

type Connect = (taken?: (...given: unknown[]) => void) => unknown;

/**
 * Opens a child span for a statement: its operation and table, never its text or values. Returns null outside of a span, as in the loops
 * that poll the outbox.
 */
export function openStatementSpan(tracing: Tracing, text: string): ((error: unknown) => void) | null {
  if (tracing.current() === null) return null;
  const span = tracing.open(statementSpan(text));
  return (error) => span.end(error ? failureOf(error) : null);
}

/** Binds callbacks to their async context: the pool runs a waiter's callback in the context of the releaser. */
export function keepContext(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Connect;
  const kept: Connect = (taken) => (taken ? connect(AsyncResource.bind(taken)) : connect());
  pool.connect = kept as typeof pool.connect;
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
/** String literals and comments, which may hold a value or a word that looks like SQL. */
const ASIDE = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g;
const NAME = String.raw`\s+(?:only\s+)?(?:"?[a-z_]\w*"?\.)?"?([a-z_]\w{0,62})\b`;
/** A name after `from` that is followed by a parenthesis is a function. */
const TABLE = new RegExp(String.raw`\b(?:(?:into|update)${NAME}|(?:from|join)${NAME}(?!"?\s*[(.]))`, 'i');

function tableOf(text: string): string | undefined {
  const [, written, read] = TABLE.exec(text.replaceAll(ASIDE, (aside) => (aside.startsWith("'") ? "''" : ' '))) ?? [];
  return (written ?? read)?.toLowerCase();
}

/** Returns a statement's first word and first table, such as `select users`. */
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
