import { expect, it } from '@jest/globals';
import { Mutator, sourcesOf } from '../../../../scripts/lib/mutation/mutate.mjs';
import * as mutation from '../../../../scripts/lib/mutation/operations.mjs';

/** What a mutation makes of a file, on one line. */
function mutated(source: string, operations: mutation.Operation | mutation.Operation[], path = 'a.ts'): string {
  const text = new Mutator(sourcesOf({ [path]: source })).apply(operations).get(path) ?? '';
  return text.replaceAll(/\s+/g, ' ').trim();
}

it.each([
  ['the innermost statement', 'function f() { a(); if (x) { b(1); c(); } }', 'b(_)', 'function f() { a(); if (x) { c(); } }'],
  ['what is alone in a branch', 'function f() { if (x) throw new E(); c(); }', 'new E()', 'function f() { if (x) {} c(); }'],
  ['an awaited call', 'async function f() { await this.a.b(em, id); c(); }', 'this.a.b(_, _)', 'async function f() { c(); }'],
])('removeStatement takes away %s', (_what, source, find, expected) => {
  expect(mutated(source, mutation.removeStatement('f', find))).toBe(expected);
});

it.each([
  ['by its condition', 'function f() { if (x.y) throw e; c(); }', 'x.y', 'function f() { c(); }'],
  ['by what it does', 'function f() { if (x) { throw new E(1); } c(); }', 'new E(..._)', 'function f() { c(); }'],
  ['and leaves its else', 'function f() { if (x) a(); else b(); }', 'x', 'function f() { b(); }'],
  ['that is an else', 'function f() { if (x) a(); else if (y) b(); }', 'b()', 'function f() { if (x) a(); }'],
  ['in the middle of several', 'function f() { if (x) a(); else if (y) b(); else c(); }', 'y', 'function f() { if (x) a(); else c(); }'],
])('removeIf takes away an if %s', (_what, source, find, expected) => {
  expect(mutated(source, mutation.removeIf('f', find))).toBe(expected);
});

it.each([
  ['first', 'x.a', 'f = () => !x.b || (await_(x.c));'],
  ['middle', 'x.b', 'f = () => x.a || (await_(x.c));'],
  ['last', 'x.c', 'f = () => x.a || !x.b;'],
])('removeOperand takes away the %s operand', (_which, find, expected) => {
  const source = 'export const f = () => x.a || !x.b || (await_(x.c));';
  expect(mutated(source, mutation.removeOperand('f', find))).toBe(`export const ${expected}`);
});

it.each([
  ['an expression', 'f(size > limit);', 'size > limit', 'false', 'f(false);'],
  ['what a wildcard stands for', 'f(Math.max(LEAST, ms));', 'Math.max(LEAST, $ms)', '$ms', 'f(ms);'],
  ['with parentheses where they are needed', 'f(2 * max(a, b + c));', 'max(_, $x)', '$x', 'f(2 * (b + c));'],
  ['with parentheses around a looser operator', 'f(a && ok(b));', 'ok($b)', '$b || c', 'f(a && (b || c));'],
  ['any number of properties', 'f(z.o({ a, b, c }));', 'z.o({ a, ...$rest })', 'z.o({ ...$rest })', 'f(z.o({ b, c }));'],
  ['a statement', 'if (x) throw new E();', 'throw new E()', 'return', 'if (x) return;'],
  ['the same thing twice', 'f(b, a); f(a, a);', 'f($x, $x)', 'f($x)', 'f(b, a); f(a);'],
  ['a piece of a type-annotated call', 'f(em.execute<Row[]>(sql, [id as string])!);', 'em.execute(_, [id])', 'null', 'f(null!);'],
])('replace puts %s in its place', (_what, body, find, code, expected) => {
  expect(mutated(`function g() { ${body} }`, mutation.replace('g', find, code))).toBe(`function g() { ${expected} }`);
});

it('replace changes an element of a page', () => {
  const source = 'const F = () => <p className={s.a}>Hello <b>you</b></p>;';
  const [find, code] = ['<p className={$class}>{...$content}</p>', '<p className={$class} role="status">{...$content}</p>'];
  expect(mutated(source, mutation.replace('F', find, code), 'a.tsx')).toBe(
    'const F = () => <p className={s.a} role="status">Hello <b>you</b></p>;',
  );
});

it('insertBefore and insertAfter put a statement beside another one', () => {
  const source = 'function f() { a(); if (x) b(); }';
  expect(mutated(source, mutation.insertBefore('f', 'a()', 'return;'))).toBe('function f() { return; a(); if (x) b(); }');
  expect(mutated(source, mutation.insertAfter('f', 'a()', 'c();'))).toBe('function f() { a(); c(); if (x) b(); }');
  expect(mutated(source, mutation.insertBefore('f', 'b()', 'c();'))).toBe('function f() { a(); if (x) { c(); b(); } }');
});

it.each([
  ['first', 'a', 'f([b, c], 1, 2);'],
  ['last', 'c', 'f([a, b], 1, 2);'],
  ['argument', '2', 'f([a, b, c], 1);'],
])('removeElement takes away the %s one', (_which, find, expected) => {
  expect(mutated('function g() { f([a, b, c], 1, 2); }', mutation.removeElement('g', find))).toBe(`function g() { ${expected} }`);
});

it('changes properties by their names', () => {
  const source = "const o = { a: 1, 'b-c': f(2), d, ...(x && { e: 3 }) };";
  expect(mutated(source, mutation.removeProperty('o', "'b-c'"))).toBe('const o = { a: 1, d, ...(x && { e: 3 }) };');
  expect(mutated(source, mutation.removeProperty('o', '...(_ && { e: _ })'))).toBe("const o = { a: 1, 'b-c': f(2), d };");
  expect(mutated(source, mutation.setProperty('o', 'd', 'null'))).toBe("const o = { a: 1, 'b-c': f(2), d: null, ...(x && { e: 3 }) };");
  expect(mutated(source, mutation.setProperty('o', "'b-c': f($x)", '$x'))).toBe("const o = { a: 1, 'b-c': 2, d, ...(x && { e: 3 }) };");
});

it('setValue gives a constant, a local and a field another value', () => {
  expect(mutated('const MAX_DAYS = 30;', mutation.setValue('MAX_DAYS', '3000'))).toBe('const MAX_DAYS = 3000;');
  expect(mutated('function f() { const a = b(); }', mutation.setValue('f.a', '1'))).toBe('function f() { const a = 1; }');
  expect(mutated('class C { #a = 1; }', mutation.setValue('C.#a', '2'))).toBe('class C { #a = 2; }');
});

it('changes decorators of the target, not those of its members', () => {
  const source = "@Access('admin') class C { @Get('x') @Access('admin') @StepUp('recent') m() {} }";
  expect(mutated(source, mutation.removeDecorator('C.m', 'StepUp'))).toBe("@Access('admin') class C { @Get('x') @Access('admin') m() {} }");
  expect(mutated(source, mutation.setDecorator('C', "Access('session')"))).toBe(source.replace('admin', 'session'));
});

it('editText changes a fragment of a text, and white space in it matters little', () => {
  const source = 'function f() { run(`select 1\n   from t\n   where a = ${x} and b is null`, "it\'s"); }';
  const shorter = mutated(source, mutation.editText('f', 'from t where a = ${x} and b is null', 'from t'));
  expect(shorter).toBe('function f() { run(`select 1 from t`, "it\'s"); }');
  expect(mutated(source, mutation.editText('f', "it's", 'it is'))).toContain('"it is"');
});

it('editFile changes a file that is no program', () => {
  expect(mutated('a: 1\nb:   2\n', mutation.editFile('a.yaml', 'b: 2', 'b: 3'), 'a.yaml')).toBe('a: 1 b: 3');
});

it('applies several operations one after the other', () => {
  const both = [mutation.removeStatement('f', 'a()'), mutation.replace('f', 'b()', 'a()')];
  expect(mutated('function f() { a(); b(); }', both)).toBe('function f() { a(); }');
});
