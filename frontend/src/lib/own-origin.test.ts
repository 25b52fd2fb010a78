import { expect, it } from '@jest/globals';
import { ownOrigin } from './own-origin';

it('loads file links from the own origin alone', () => {
  expect(ownOrigin('https://club.example/api/v1/files/7?exp=1&sig=a')).toBe('/api/v1/files/7?exp=1&sig=a');
  expect(ownOrigin('/api/v1/files/7')).toBe('/api/v1/files/7');
});

it('turns a link that is no web address into nothing', () => {
  for (const link of ['javascript:alert(1)', 'data:text/html,x', 'http://[']) expect(ownOrigin(link)).toBe('');
});
