import { describe, expect, it } from '@jest/globals';
import { robots, sitemap } from './crawlers.js';
import { pageTemplate, siteAddress } from './page.js';

/** What a URL may hold and a document must not. */
const nasty = 'https://club.example/a"><script>alert(1)</script>\'&$&?x="#y';

describe('the landing page as it was published', () => {
  const facts = { publicUrl: 'https://club.example', publicConfig: {} };
  const html =
    '<p nonce="__CSP_NONCE__"></p><div id="root"><div>built</div></div><!--site-content--><b nonce="__CSP_NONCE__">__PUBLIC_URL__</b>';

  it('is that of the build until something is published', () => {
    expect(pageTemplate(html, facts)('n-1')).toBe(
      '<p nonce="n-1"></p><div id="root"><div>built</div></div><b nonce="n-1">https://club.example</b>',
    );
  });

  it('escapes what is published, and fills in nothing there', () => {
    const content = { faqs: `"><script>alert(1)</script></data>__CSP_NONCE__ $& '` };
    const page = pageTemplate(html, facts, { markup: '<i>__CSP_NONCE__ $&</i>', content })('n-1');
    const [start, value, end] = page.split(/(?<=<data id="site-content" hidden value=")(.*)(?="><\/data>)/);
    expect([start, end]).toEqual([
      '<p nonce="n-1"></p><div id="root"><i>__CSP_NONCE__ $&</i></div><data id="site-content" hidden value="',
      '"></data><b nonce="n-1">https://club.example</b>',
    ]);
    expect(value).not.toMatch(/[<>"']/);
    expect(value).toContain('__CSP_NONCE__');
  });
});

describe('the address of the site', () => {
  it.each([
    ['https://club.example', 'https://club.example'],
    ['https://club.example/', 'https://club.example'],
    ['https://club.example/members//', 'https://club.example/members'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['https://ann:secret@club.example/?a=1#b', 'https://club.example'],
    ['https://straße.example', 'https://xn--strae-oqa.example'],
  ])('%s is written %s', (publicUrl, written) => {
    expect(siteAddress(publicUrl)).toBe(written);
  });

  it('stays an attribute of the page whatever it holds', () => {
    const page = pageTemplate(
      '<link rel="canonical" href="__PUBLIC_URL__/"><meta content="__PUBLIC_URL__/og.png"><p nonce="__CSP_NONCE__">',
      { publicUrl: nasty, publicConfig: {} },
    )('n-1');
    const address = 'https://club.example/a%22%3E%3Cscript%3Ealert(1)%3C/script%3E&#39;&amp;$&amp;';
    expect(page).toBe(`<link rel="canonical" href="${address}/"><meta content="${address}/og.png"><p nonce="n-1">`);
  });

  it('goes with settings that stay one attribute whatever they hold', () => {
    const settings = { egressAddress: '"><script>alert(1)</script>__CSP_NONCE__\'&$&' };
    const page = pageTemplate('<meta name="public-config" content="__PUBLIC_CONFIG__"><p>', { publicUrl: nasty, publicConfig: settings })(
      'n-1',
    );
    const written = /^<meta name="public-config" content="([^"<>]*)"><p>$/.exec(page)?.[1] ?? '';
    const read = written
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    expect(JSON.parse(read)).toEqual({ egressAddress: settings.egressAddress.replace('__CSP_NONCE__', 'n-1') });
  });

  it('stays one address in the files for crawlers', () => {
    expect(sitemap(nasty, []).match(/<[a-z]+/g)).toEqual(['<urlset', '<url', '<loc']);
    expect(sitemap('https://club.example', [])).toContain('<loc>https://club.example/</loc>');
    expect(robots('https://club.example/\nDisallow: /').split('\n')).toEqual([
      'User-agent: *',
      'Disallow: /api',
      'Disallow: /dev',
      '',
      'Sitemap: https://club.example/Disallow:%20/sitemap.xml',
      '',
    ]);
  });
});
