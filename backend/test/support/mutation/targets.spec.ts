import { expect, it } from '@jest/globals';
import { MutationError, type MutationProblem } from '../../../../scripts/lib/mutation/errors.mjs';
import { Mutator, sourcesOf } from '../../../../scripts/lib/mutation/mutate.mjs';
import {
  editText,
  removeIf,
  removeOperand,
  removeProperty,
  removeStatement,
  replace,
  setDecorator,
  setValue,
  type Operation,
} from '../../../../scripts/lib/mutation/operations.mjs';

const files = {
  'reset/password-reset.ts': `export class PasswordReset {
  @Access('admin') @Limit(3)
  async request(email: string): Promise<void> {
    if (!isAddress(email) || !(await this.limits.allows('mailToAddress', email))) return;
    await this.limits.consume('network', { key: email, cost: 1 });
    if (email === '') throw new NoAddress();
    await this.em.execute('select 1 from users where email = ? for update', [email]);
  }
}`,
  'bybit/envelope.ts': 'export function pages() { next(1); }',
  'okx/envelope.ts': 'export function pages() { next(1); next(2); }',
};

/** The same class in another file, with other quotes, line breaks, braces, parentheses and trailing commas. */
const reformatted = {
  'auth/forgotten.ts': `export class Other {}

export class PasswordReset
{
  @Access(
    "admin",
  )
  @Limit(3)
  async request(
    address: string,
  ): Promise<void>
  {
    if (
      !isAddress(address) ||
      !await this.limits.allows(
        "mailToAddress",
        address
      )
    ) {
      return;
    }
    await (this.limits).consume("network", {
      key: address,
      cost: 1,
    });
    if (address === "") {
      throw new NoAddress();
    }
    await this.em.execute(
      "select 1 from users where email = ? for update",
      [address,],
    )
  }
}`,
};

const target = 'PasswordReset.request';
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

function problemOf(operation: Operation, sources: Record<string, string> = files): [MutationProblem, string] {
  try {
    new Mutator(sourcesOf(sources)).apply(operation);
  } catch (error) {
    if (error instanceof MutationError) return [error.code, error.message];
    throw error;
  }
  throw new Error('it fits');
}

it.each([
  [removeOperand(target, "this.limits.allows('mailToAddress', _)"), /if \( ?!isAddress\(address\) ?\) \{ return; \}/],
  [removeStatement(target, "this.limits.consume('network', { key: _, cost: 1 })"), /return; \} if \(address/],
  [removeIf(target, 'new NoAddress()'), /cost: 1, \}\); await this\.em/],
  [removeIf(target, 'if (_) throw new NoAddress()'), /cost: 1, \}\); await this\.em/],
  [replace(target, 'this.em.execute(_, [_])', 'null'), /await null/],
  [editText(target, ' for update', ''), /"select 1 from users where email = \?"/],
  [removeProperty(target, 'cost'), /key: address, \}/],
  [setDecorator(target, "Access('session')"), /@Access\('session'\) @Limit/],
])('finds the same however the source is laid out, and wherever it is: %j', (operation, expected) => {
  expect([...new Mutator(sourcesOf(files)).apply(operation).keys()]).toEqual(['reset/password-reset.ts']);
  const changed = new Mutator(sourcesOf(reformatted)).apply(operation);
  expect(flat(changed.get('auth/forgotten.ts') ?? '')).toMatch(expected);
});

it('tells namesakes apart by a part of the path, and takes a file for a target', () => {
  const mutator = new Mutator(sourcesOf(files));
  expect([...mutator.apply(removeStatement('bybit/pages', 'next(1)')).keys()]).toEqual(['bybit/envelope.ts']);
  expect([...mutator.apply(removeStatement('okx/envelope/pages', 'next(1)')).keys()]).toEqual(['okx/envelope.ts']);
  expect([...mutator.apply(removeStatement('okx/envelope.ts', 'next(1)')).keys()]).toEqual(['okx/envelope.ts']);
});

it.each<[MutationProblem, Operation, RegExp]>([
  ['target-missing', removeStatement('PasswordRestt.request', 'a()'), /PasswordRestt\.request is not declared; nearest: PasswordReset/],
  ['target-missing', removeStatement('PasswordReset.reqest', 'a()'), /no reqest there; nearest: request/],
  ['target-missing', removeStatement('okx/PasswordReset', 'a()'), /okx\/PasswordReset is not declared/],
  ['target-missing', removeStatement('gone.ts', 'a()'), /There is no file gone\.ts/],
  ['target-ambiguous', removeStatement('pages', 'next(1)'), /pages is declared 2 times: bybit\/envelope\.ts \| okx\/envelope\.ts/],
  ['match-missing', removeStatement(target, "this.limits.consume('netwrk', _)"), /nearest: line 5: this\.limits\.consume\('network'/],
  ['match-missing', editText(target, 'for share', ''), /stands in no text there/],
  ['match-missing', setDecorator(target, "StepUp('recent')"), /it has @Access\('admin'\) @Limit\(3\)/],
  ['match-ambiguous', removeStatement('okx/pages', 'next(_)'), /matches 2 times: line 1: next\(1\) \| line 1: next\(2\)/],
  ['match-ambiguous', editText(target, 'o', ''), /"o" stands \d times in the texts there/],
  ['not-applicable', removeOperand(target, 'new NoAddress()'), /`new NoAddress\(\)` is no operand/],
  ['not-applicable', setValue(target, '1'), /not declared with a value/],
  ['no-effect', replace('bybit/pages', 'next(1)', 'next(1)'), /changes nothing/],
  ['invalid-code', replace(target, 'new NoAddress(', 'null'), /neither an expression nor a statement/],
  ['invalid-code', replace(target, '_', 'null'), /matches everything/],
  ['invalid-code', replace('bybit/pages', 'next(1)', '$gone'), /captures no \$gone/],
])('tells %s', (code, operation, message) => {
  expect(problemOf(operation)).toEqual([code, expect.stringMatching(message)]);
});

it('names the operation and the target in what it tells', () => {
  expect(problemOf(removeIf('okx/pages', 'next(3)'))[1]).toMatch(/^removeIf okx\/pages: /);
});
