import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { variables } from './variables.schema.js';

/** `.env.example` as the table of variables prints it. */
function expected(): string {
  const rows = Object.entries(variables).map(
    ([name, { doc, ...rule }]) => `# ${doc}${'production' in rule ? ' (must be set in production)' : ''}\n#${name}=\n`,
  );
  return (
    `# Every variable Tidemark reads. None is needed for \`npm start\` and \`npm test\`; production refuses to start without ` +
    `those marked.\n# NAME_FILE=/path stands for NAME: a secret is better kept in a file that only the process may ` +
    `read.\n\n${rows.join('\n')}`
  );
}

describe('.env.example', () => {
  it('lists every variable of the table, in its words', () => {
    expect(readFileSync('.env.example', 'utf8')).toBe(expected());
  });
});
