import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const source = join(import.meta.dirname, '..', 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));

it.each(['dangerouslySetInnerHTML', 'innerHTML', 'RichTextField', 'UrlField', 'FileField', 'eval(', 'new Function'])('never uses %s, which would let a stored text become markup or script', (forbidden) => {
  const users = files.filter((name) => readFileSync(join(source, name), 'utf8').includes(forbidden));
  expect(files.length).toBeGreaterThan(50);
  expect(users).toEqual([]);
});

it('takes nothing but types from the back end', () => {
  const importing = files.filter((name) => /from '[^']*backend\//.test(readFileSync(join(source, name), 'utf8')));
  expect(importing).toEqual([join('lib', 'wire', 'types.ts')]);
  expect(readFileSync(join(source, 'lib', 'wire', 'types.ts'), 'utf8')).toMatch(/^export type \* from/m);
});
