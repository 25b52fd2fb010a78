import { describe, expect, it } from '@jest/globals';
import { isSafeLink, markdownProblem, picturesIn, readingMinutes, wordsIn } from './markdown-check.rules.js';

const refused = (text: string) => markdownProblem(text);

describe('the text of an analysis', () => {
  it.each([
    '# Bitcoin\n\nHeld **64,100** and _rose_.\n\n- one\n- two\n  1. inner\n\n> a quote\n\n| a | b |\n| - | - |\n| 1 | 2 |',
    'A [page](https://example.com/a?b=c#d), <https://example.com> and [a mailbox](mailto:someone@example.com)',
    'No markup runs: <script>alert(1)</script> <b onclick="x()">bold</b> <img src=x onerror=alert(1)>',
    'A long word: ' + 'x'.repeat(15_000),
    '* * *\n\n---\n\n_ _ _',
    '```\n![not a picture](data:x) [x](javascript:alert(1))\n```',
    'نص بالعربية مع **تمييز** و[رابط](https://example.com)',
  ])('may be %#', (text) => expect(refused(text)).toBeNull());

  it.each([
    '![x](https://example.com/x.png)',
    '![x](data:image/svg+xml;base64,AAAA)',
    'In a list:\n\n- > **![x](x.png)**',
    '| a |\n| - |\n| ![x](y) |',
    '![x](picture:x)',
    '![x](Picture:0190a1b2-0000-7000-8000-0123456789ab)',
  ])('has no pictures from elsewhere: %s', (text) => expect(refused(text)).toMatch(/^Pictures/));

  it('has uploaded pictures with a description, in paragraphs of their own', () => {
    const [one, two] = ['0190a1b2-0000-7000-8000-0123456789ab', '0190a1b2-0000-7000-8000-0123456789ac'];
    const text = [
      `Before\n\n![Weekly *close*](picture:${one})\n![Again](picture:${two})`,
      `> ![Quoted](<picture:${one}>)`,
      `\`picture:${two}\``,
    ].join('\n\n');
    expect(refused(text)).toBeNull();
    expect(picturesIn(text)).toEqual([
      { id: one, description: 'Weekly *close*' },
      { id: two, description: 'Again' },
    ]);
    expect(refused(`![](picture:${one})`)).toMatch(/description/);
    for (const within of [`Text ![x](picture:${one})`, `| a |\n| - |\n| ![x](picture:${one}) |`, `# ![x](picture:${one})`])
      expect(refused(within)).toMatch(/paragraph of its own/);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](picture:0190a1b2-0000-7000-8000-0123456789ab)',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<b>x</b>)',
    '[x](vbscript:x)',
    '[x](/admin)',
    '[x](//example.com)',
    '[x](#/admin)',
    '[x](javascript&colon;alert(1))',
    '[x][y]\n\n[y]: javascript:alert(1)',
    '<javascript:alert(1)>',
    '- [**x**](file:///etc/passwd)',
  ])('links to pages and mailboxes: %s', (text) => expect(refused(text)).toMatch(/^A link must begin/));

  it.each(['>'.repeat(20_000), '> '.repeat(10_000), '- '.repeat(9999) + 'x', '1. '.repeat(500) + 'x'])(
    'is not nested without end',
    (text) => expect(refused(text)).toMatch(/levels/),
  );

  it('is not nested by indentation', () => {
    const text = Array.from({ length: 30 }, (_, level) => `${' '.repeat(level * 2)}- x`).join('\n');
    expect(refused(text)).toMatch(/indented/);
    const shallow = Array.from({ length: 19 }, (_, level) => `${' '.repeat(level * 2)}- x`).join('\n');
    expect(refused(shallow)).toMatch(/levels/);
  });

  it.each(['*a **b '.repeat(2800), '*'.repeat(20_000), '_a '.repeat(400)])('has so many marks of emphasis and no more', (text) =>
    expect(refused(text)).toMatch(/emphasis marks/),
  );

  it('tells safe links from others', () => {
    for (const href of ['https://a.b', 'HTTP://a.b/c', 'mailto:a@b.c']) expect([href, isSafeLink(href)]).toEqual([href, true]);
    for (const href of ['', 'https://', 'https:a', ' https://a.b', 'https://a b', 'java\nscript:x', 'https://[', 'ftp://a.b'])
      expect([href, isSafeLink(href)]).toEqual([href, false]);
  });
});

describe('the reading time', () => {
  it('is a minute for 200 words, and one at least', () => {
    expect([0, 1, 200, 201, 1000].map(readingMinutes)).toEqual([1, 1, 1, 2, 5]);
    expect(wordsIn('One, two\n\n## three – 4 —\n* *')).toBe(4);
    expect(wordsIn('كلمة واحدة')).toBe(2);
    expect(wordsIn(' \n ')).toBe(0);
  });
});
