import { beforeEach, describe, expect, it } from '@jest/globals';

const form = '<p><label for="one">One</label><input id="one" /><label>Two <select></select></label><input type="hidden" /></p>';
const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector)!);
const labelsOf = (selector: string) =>
  Array.from(document.querySelector<HTMLInputElement>(selector)!.labels ?? []).map(({ textContent }) => textContent.trim());

// Each is asked before and after: an answer that is kept for too long stays the same.
describe('the style of an element', () => {
  beforeEach(() => void (document.body.innerHTML = form));

  it('is kept while nothing changes', () => {
    expect(styleOf('p')).toBe(styleOf('p'));
  });

  it.each([
    ['its own style', () => (document.querySelector('p')!.style.display = 'none')],
    ['an attribute', () => (document.querySelector('p')!.hidden = true)],
    ['a style sheet', () => document.body.insertAdjacentHTML('beforeend', '<style>p { display: none }</style>')],
  ])('follows %s', (_, change) => {
    expect(styleOf('p').display).toBe('block');
    change();
    expect(styleOf('p').display).toBe('none');
  });

  it('follows what it inherits', () => {
    expect(styleOf('input').visibility).toBe('visible');
    document.querySelector('p')!.style.visibility = 'hidden';
    expect(styleOf('input').visibility).toBe('hidden');
  });
});

describe('the labels of an element', () => {
  beforeEach(() => void (document.body.innerHTML = form));

  it('are those for it and those around it', () => {
    expect(['#one', 'select'].map(labelsOf)).toEqual([['One'], ['Two']]);
    expect(document.querySelector<HTMLInputElement>('[type=hidden]')!.labels).toBeNull();
  });

  it('follow the document', () => {
    expect(labelsOf('#one')).toEqual(['One']);
    document.body.insertAdjacentHTML('beforeend', '<label for="one">Another</label>');
    expect(labelsOf('#one')).toEqual(['One', 'Another']);
    document.querySelector('#one')!.id = 'other';
    expect(labelsOf('#other')).toEqual([]);
  });

  it('are found outside of the document', () => {
    const apart = document.createElement('div');
    apart.innerHTML = form;
    expect(Array.from(apart.querySelector('select')!.labels).length).toBe(1);
  });
});
