import { describe, expect, it } from '@jest/globals';
import { statementSpan } from './statement-spans.js';

describe('the span of a statement', () => {
  it.each([
    ['select u.* from users u where email = $1', 'select users'],
    ['insert into "outbox" ("id") values (?)', 'insert outbox'],
    ['  UPDATE "bullmq"."job" set x = 1', 'update job'],
    ['delete from only sessions where id = 1', 'delete sessions'],
    ['select \'a letter from ann\' as text from "mail_deliveries"', 'select mail_deliveries'],
    ["select 'it''s from ann', x -- from bob\n from /* from eve */ users", 'select users'],
    ['select extract(epoch from now() - created_at) from sync_runs', 'select sync_runs'],
    ['with due as materialized (select id from signals) select * from due', 'with signals'],
    ['select 1', 'select'],
    ["select 'ann@example.com'", 'select'],
    ['begin', 'begin'],
    ["set local x = 'from ann'", 'set'],
    ['ann@example.com from users', 'other'],
    ['', 'other'],
  ])('of %p is %p', (text, name) => expect(statementSpan(text).name).toBe(name));

  it('holds its operation and its table, and nothing else', () => {
    expect(statementSpan("select * from users where email = 'ann@example.com'")).toEqual({
      name: 'select users',
      kind: 'client',
      facts: { 'db.system.name': 'postgresql', 'db.operation.name': 'select', 'db.collection.name': 'users' },
    });
  });
});
