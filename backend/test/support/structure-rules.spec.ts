import { describe, expect, it } from '@jest/globals';
import { hasRole, isLongFile, longLines, misplacedSql, needsRole } from '../../../scripts/lib/structure-rules.mjs';

const SERVICE = 'backend/src/club/payments/payments.service.ts';
const found = (text: string, path = SERVICE) => misplacedSql(path, text);

describe('SQL outside the files for SQL', () => {
  it.each([
    ['text that is executed', "await em.execute('truncate users');"],
    ['text from elsewhere', 'await this.em.getConnection().execute(statement, [id]);'],
    ['the tag', 'db.where(sql<boolean>`id = any(${ids})`);'],
    ['a part of the tag', 'sql.raw`now()`;'],
    ['a constant', "const statement = 'select id from users';"],
    ['a template', 'const statement = `\n  with found as (${inner}) select 1`;'],
    ['an update', 'const statement = `update "outbox" set sent_at = ${now}`;'],
    ['a prepared statement', "new PreparedStatement('session-read', text);"],
  ])('is found: %s', (_what, text) => {
    expect(found(text)).not.toEqual([]);
  });

  it.each([
    ['a typed query', 'await repository.findAll().execute();'],
    ['a sentence', "throw new Error('Select a file');"],
    ['a ping', "await client.query('select 1');"],
    ['a word', "log.warn('update available'); go('with care');"],
  ])('is not found: %s', (_what, text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    'backend/src/club/payments/payment.repository.ts',
    'backend/src/club/reviews/decision.query.ts',
    'backend/src/trading/portfolio/ledger.sql.ts',
  ])('may stand in %s', (path) => {
    expect(found('await em.execute(`select 1`)', path)).toEqual([]);
  });

  it('is named by its line', () => {
    expect(found('const a = 1;\nconst b = `select id from users`;')).toEqual(['2: text of a statement']);
  });
});

describe('names of files', () => {
  it.each([SERVICE, 'backend/src/club/kyc/kyc.module.ts'])('%s says its role', (path) => expect(hasRole(path)).toBe(true));
  it.each(['backend/src/club/kyc/kyc-form.ts', 'backend/src/club/users/standing.thing.ts'])('%s does not', (path) =>
    expect(hasRole(path)).toBe(false),
  );
  it.each(['backend/src/main.ts', 'backend/src/club/kyc/index.ts', 'backend/src/club/kyc/kyc.spec.ts'])('%s needs none', (path) => {
    expect(needsRole(path)).toBe(false);
  });
});

describe('sizes', () => {
  it('are 140 columns a line, comments and strings included', () => {
    expect(longLines(`${'a'.repeat(140)}\n// ${'b'.repeat(138)}\n`)).toEqual([2]);
  });

  it('are 300 lines a file that is no test', () => {
    expect(isLongFile('a.ts', 'x\n'.repeat(300))).toBe(false);
    expect(isLongFile('a.ts', 'x\n'.repeat(301))).toBe(true);
    expect(isLongFile('a.spec.ts', 'x\n'.repeat(301))).toBe(false);
  });
});
