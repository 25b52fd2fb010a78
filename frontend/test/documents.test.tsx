import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { day } from '../src/lib/format/date';
import { setLanguage } from '../src/lib/i18n/language';
import { disclaimer } from './content/disclaimer';
import { primer } from './content/primer';
import { site } from './content/site';
import { terms } from './content/terms';
import type { ContentSection } from '../content/schema';
import { serve } from './support/api';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

const [first, second, third] = terms.sections as [ContentSection, ContentSection, ContentSection];
const [beforeLast, last] = terms.sections.slice(-2) as [ContentSection, ContentSection];
const ids = terms.sections.map(({ id }) => id);
const contents = () => within(screen.getByRole('navigation', { name: 'Contents' }));
const heading = (name: string) => screen.getByRole('heading', { level: 2, name });

/** Lays the sections out a thousand pixels apart, with this one at the top of the window. */
function scrolledTo(id: string): void {
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: HTMLElement) {
    return { top: (ids.indexOf(this.id) - ids.indexOf(id)) * 1000 } as DOMRect;
  });
  act(() => void dispatchEvent(new Event('scroll')));
}

describe('a document', () => {
  const shown: string[] = [];

  beforeEach(() => {
    serve({});
    shown.length = 0;
    HTMLElement.prototype.scrollIntoView = function scrollIntoView() {
      shown.push(this.id);
    };
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
  });

  it.each([
    ['/term', terms],
    ['/disclamer', disclaimer],
    ['/page_resources', primer],
  ])('at %s has its title, the date of its last change, and every section numbered', async (path, document) => {
    await open(path);
    expect(await screen.findByRole('heading', { level: 1, name: document.title })).toBeVisible();
    expect(globalThis.document.title).toBe(`${document.title} · Tidemark`);
    expect(screen.getByText(day(document.updated))).toHaveAttribute('datetime', document.updated);
    for (const [index, { id, title }] of document.sections.entries()) {
      expect(heading(`${index + 1}. ${title}`).closest('section')).toHaveAttribute('id', id);
    }
    expect(
      contents()
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(document.sections.map(({ title }) => title));
  });

  it.each([
    ['/term', 'legal.bindingInEnglish'],
    ['/disclamer', 'legal.bindingInEnglish'],
    ['/page_resources', 'legal.inEnglish'],
  ] as const)('at %s says to readers of another language that it is English, and marks its text as such', async (path, note) => {
    await open(path);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(text(note))).toBeNull();
    cleanup();
    setLanguage('ar');
    try {
      await open(path);
      const title = await screen.findByRole('heading', { level: 1 });
      expect(screen.getByText(text(note)).closest('[lang]')).toBeNull();
      for (const element of [title, screen.getByRole('article'), contents().getByRole('list')])
        expect([element.getAttribute('lang'), element.getAttribute('dir')]).toEqual(['en', 'ltr']);
    } finally {
      setLanguage('en');
    }
  });

  it('leads from its contents to a section without leaving the route, and gives focus to the heading', async () => {
    await open('/term');
    await screen.findByRole('heading', { level: 1 });
    await userEvent.setup().click(contents().getByRole('link', { name: third.title }));
    expect(currentPath()).toBe(`/term?section=${third.id}`);
    expect(heading(`3. ${third.title}`)).toHaveFocus();
    expect(shown).toEqual([third.id]);
  });

  it('leads there again when the same entry is followed again', async () => {
    await open('/term');
    await screen.findByRole('heading', { level: 1 });
    const user = userEvent.setup();
    for (const round of [1, 2]) {
      await user.click(contents().getByRole('link', { name: third.title }));
      await waitFor(() => expect(shown).toHaveLength(round));
    }
  });

  it('opens at the section of a link that was sent to somebody', async () => {
    await open(`/term?section=${second.id}`);
    expect(await screen.findByRole('heading', { level: 2, name: `2. ${second.title}` })).toHaveFocus();
    expect(shown).toEqual([second.id]);
  });

  it('opens at its top when the link names no section of it', async () => {
    await open('/term?section=join');
    await screen.findByRole('heading', { level: 1 });
    expect(shown).toEqual([]);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('marks the section that is being read', async () => {
    await open('/term');
    await screen.findByRole('heading', { level: 1 });
    const marked = () =>
      contents()
        .getAllByRole('link', { current: 'location' })
        .map((link) => link.textContent);
    scrolledTo(third.id);
    expect(marked()).toEqual([third.title]);
    scrolledTo(first.id);
    expect(marked()).toEqual([first.title]);
  });

  it('marks the last section at the end of the page, or the one that was asked for while it is in sight', async () => {
    await open(`/term?section=${beforeLast.id}`);
    await screen.findByRole('heading', { level: 1 });
    const marked = () => contents().getByRole('link', { current: 'location' }).textContent;
    jest.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(9000);
    Object.assign(globalThis, { scrollY: 9000 - innerHeight });
    scrolledTo(first.id);
    expect(marked()).toBe(beforeLast.title);
    scrolledTo(last.id);
    expect(marked()).toBe(last.title);
    Object.assign(globalThis, { scrollY: 0 });
  });

  it('links what its texts name', async () => {
    await open('/term');
    await screen.findByRole('heading', { level: 1 });
    const main = within(screen.getByRole('article'));
    expect(main.getAllByRole('link', { name: 'disclaimer' })[0]).toHaveAttribute('href', '#/disclamer');
    expect(main.getAllByRole('link', { name: site.contact.email })[0]).toHaveAttribute('href', `mailto:${site.contact.email}`);
    expect(main.queryByText(/[[\]]/)).toBeNull();
  });

  it('folds its contents up on a narrow screen', async () => {
    jest.spyOn(globalThis, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.startsWith('(max-width'),
          media: query,
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    );
    await open('/term');
    const summary = await screen.findByText('Contents');
    const details = summary.closest('details')!;
    expect(details).not.toHaveAttribute('open');
    fireEvent.click(summary);
    expect(details).toHaveAttribute('open');
    expect(contents().getAllByRole('link')).toHaveLength(terms.sections.length);
  });
});

it('leads from the primer to the registration', async () => {
  serve({});
  await open('/page_resources');
  expect(await screen.findByRole('link', { name: 'Join Us' })).toHaveAttribute('href', '#/register');
});
