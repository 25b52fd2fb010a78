import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from '@jest/globals';

const source = join(import.meta.dirname, '..', 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
);

it.each(['dangerouslySetInnerHTML', 'innerHTML', 'RichTextField', 'UrlField', 'FileField', 'eval(', 'new Function'])(
  'never uses %s, which would let a stored text become markup or script',
  (forbidden) => {
    const users = files.filter((name) => readFileSync(join(source, name), 'utf8').includes(forbidden));
    expect(files.length).toBeGreaterThan(50);
    expect(users).toEqual([]);
  },
);

it('takes nothing but types from the back end', () => {
  const importing = files.filter((name) => /from '[^']*backend\//.test(readFileSync(join(source, name), 'utf8')));
  expect(importing).toEqual([join('lib', 'wire', 'types.ts')]);
  expect(readFileSync(join(source, 'lib', 'wire', 'types.ts'), 'utf8')).toMatch(/^export type \* from/m);
});

/** The console shows what strangers have typed, to the people who may do most. */
const consoleFiles = files.filter((name) => name.startsWith(`admin${sep}`));
const read = (name: string) => readFileSync(join(source, name), 'utf8');
const breaking = (rule: (text: string) => boolean) => consoleFiles.filter((name) => rule(read(name)));

it('takes from react-admin hooks, the frame, and parts that show a record as text', () => {
  const frame = new Set(
    'CoreAdminContext CoreAdminUI CustomRoutes Resource defaultI18nProvider memoryStore HttpError fetchUtils localStorageStore'.split(' '),
  );
  // None of these makes a link or markup of what a record holds.
  const asText = new Set(
    (
      'List Datagrid TextField DateField FunctionField Create Edit SimpleForm TextInput SelectInput email required ' +
      'CreateButton EditButton DeleteWithConfirmButton SaveButton Toolbar BulkActionsToolbar DatagridBody DatagridConfigurable ' +
      'DatagridRow NullableBooleanInput SavedQueriesList SearchInput SelectColumnsButton TopToolbar'
    ).split(' '),
  );
  const parts = consoleFiles.flatMap((name) =>
    [...read(name).matchAll(/import (?:type )?\{([^}]*)\} from 'react-admin'/g)].flatMap(([line, names = '']) =>
      line.startsWith('import type')
        ? []
        : names
            .split(',')
            .map((one) => one.trim())
            .filter((one) => one !== '' && !one.startsWith('type ') && !/^use[A-Z]/.test(one) && !frame.has(one) && !asText.has(one))
            .map((one) => `${name}: ${one}`),
    ),
  );
  expect(consoleFiles.length).toBeGreaterThan(30);
  expect(parts).toEqual([]);
});

it('makes no link of what somebody typed: an address in the console is a route of ours or a file of this origin', () => {
  const given = (attribute: string) =>
    consoleFiles.flatMap((name) =>
      [...read(name).matchAll(new RegExp(`\\b${attribute}=\\{([^}]*)\\}`, 'g'))].map(([, value = '']) => `${name}: ${value}`),
    );
  // A picture's address is handed down under this name alone, and begins as one of this origin.
  expect(['href', 'src', 'formAction'].flatMap(given).filter((one) => !/: (ownOrigin\(.*|address)$/.test(one))).toEqual([]);
  expect(given('address').filter((one) => !/: (ownOrigin\(.*|opened)$/.test(one))).toEqual([]);
  expect(breaking((text) => /address=\{opened\}/.test(text) && /setOpened\((?!ownOrigin\(|null\))/.test(text))).toEqual([]);
  expect(
    breaking((text) => /window\.open\(|location\.(assign|replace)\(|location\.href\s*=[^=]|target="_blank"|document\.write/.test(text)),
  ).toEqual([]);
});

it('gives a frame with a text of its own no rights', () => {
  const frames = files.filter((name) => /srcDoc=/.test(read(name)));
  expect(frames.filter((name) => !/sandbox=""/.test(read(name)))).toEqual([]);
});

it('lets the server say what may be done: no screen that acts compares the state of a record', () => {
  const acts = /useMutation\(|method: '(POST|PUT|PATCH|DELETE)'/;
  const rule = /\b(status|state|role|userRole|membership|kycStatus|paymentStatus|keyState)\s*[!=]==\s*['"]/;
  expect(breaking((text) => acts.test(text)).length).toBeGreaterThan(3);
  expect(breaking((text) => acts.test(text) && rule.test(text))).toEqual([]);
});
