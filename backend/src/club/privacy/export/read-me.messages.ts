import { accountSets, leftOut, memberSets } from './export-contents.sql.js';

const WIDTH = 100;

/** Returns the README of the archive: what it contains, what it does not, and why. */
export function readMe(at: Date): string {
  const files: [string, string][] = [
    ...memberSets.map(({ path, about }): [string, string] => [path, about]),
    ['verification.json', 'What you sent for your verification, with your address, and what was decided about it'],
    ...accountSets.map(({ path, about }): [string, string] => [path, about]),
    ['files.json', 'A list of your uploaded files; without a path: its bytes are lost'],
    ['files/', 'Your uploaded files themselves: identity card, proof of address, proof of payment, picture'],
  ];
  const longest = Math.max(...files.map(([path]) => path.length));
  return [
    'A copy of your data at Tidemark',
    `Made ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC (General Data Protection Regulation, articles 15 and 20).`,
    '',
    'Times are in UTC. Amounts are texts with the digits that the exchange wrote. "null" means that it is not known.',
    'This archive holds your identity documents. Keep it where nobody else can read it, and delete it when you are done.',
    '',
    'What is in it',
    ...files.map(([path, about]) => `  ${path.padEnd(longest)}  ${about}`),
    '',
    'What is not in it, and why',
    ...leftOut.flatMap(({ what, why }) => wrap(`${what}. ${why}`)),
    '',
  ].join('\r\n');
}

function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > WIDTH) lines.push('');
    lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim();
  }
  return lines.map((line, index) => `  ${index === 0 ? '- ' : '  '}${line}`);
}
