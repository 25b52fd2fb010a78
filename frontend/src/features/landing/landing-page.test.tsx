import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import { landing } from 'virtual:content/landing';
import { site } from 'virtual:content/site';
import { Hero } from './hero';
import { LandingPage } from './landing-page';
import { loadSections } from './late-sections';
import { Performance } from './performance';

/** Follows an in-page link as a browser does: the address first, then the event. */
function follow(hash: string): void {
  act(() => {
    history.replaceState(null, '', hash);
    dispatchEvent(new HashChangeEvent('hashchange'));
  });
}

beforeAll(loadSections);
afterEach(() => history.replaceState(null, '', '#/'));

describe('the landing page', () => {
  it('has the sections of the specification in their order, each named by its heading', () => {
    render(<LandingPage />);
    const sections = [...screen.getByRole('main').children];
    expect(sections.map(({ id }) => id)).toEqual([
      'home',
      'signals',
      'portfolio',
      'why',
      'event',
      'about',
      'resources',
      'team',
      'terms',
      'faqs',
      'disclaimer',
    ]);
    for (const section of sections)
      expect(within(section as HTMLElement).getAllByRole('heading')[0]).toHaveAttribute('id', section.getAttribute('aria-labelledby'));
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.title).toBe(site.meta.title);
  });

  it('puts the ticker between the header and the main region', () => {
    render(<LandingPage ticker={<p>prices</p>} />);
    const ticker = screen.getByText('prices');
    expect(screen.getByRole('banner').compareDocumentPosition(ticker) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByRole('main').compareDocumentPosition(ticker) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
    expect(screen.getByRole('main')).not.toContainElement(ticker);
  });

  it('gives focus to the section that a link leads to', () => {
    render(<LandingPage />);
    follow('#team');
    expect(document.getElementById('team')).toHaveFocus();
    follow('#faqs');
    expect(document.getElementById('faqs')).toHaveFocus();
  });

  it('gives focus to the section that the address names when somebody comes from a screen of the app', () => {
    history.replaceState(null, '', '#about');
    render(<LandingPage />);
    expect(document.getElementById('about')).toHaveFocus();
  });

  it('starts at the main region for somebody who comes from a screen of the app without naming a section', () => {
    render(<LandingPage />);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('ends with the ways to reach the house, and the risk', () => {
    render(<LandingPage />);
    const footer = within(screen.getByRole('contentinfo'));
    for (const { label, link } of site.social) {
      const anchor = footer.getByRole('link', { name: label });
      expect([anchor.getAttribute('href'), anchor.getAttribute('rel')]).toEqual([link, 'noopener noreferrer']);
    }
    expect(footer.getByRole('link', { name: site.contact.email })).toHaveAttribute('href', `mailto:${site.contact.email}`);
    expect(
      ['#/term', '#/disclamer', '#/page_resources'].filter(
        (link) => !footer.getAllByRole('link').some((anchor) => anchor.getAttribute('href') === link),
      ),
    ).toEqual([]);
    expect([footer.getByText(site.footer.risk), footer.getByText(site.footer.legal)]).toHaveLength(2);
  });
});

describe('the beginning of the page', () => {
  it('says what the house is, what can be done, and the risk beside it', () => {
    render(<Hero content={landing.home} />);
    expect(screen.getByRole('heading', { level: 1, name: landing.home.title })).toBeVisible();
    for (const { label, link } of landing.home.actions) expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', link);
    expect(screen.getByText(landing.home.risk)).toBeVisible();
  });

  it('names the picture of the product and says that its data are made up', () => {
    render(<Hero content={landing.home} />);
    const figure = within(screen.getByRole('figure'));
    expect(figure.getByRole('img', { name: landing.home.pictureAlt })).toBeInTheDocument();
    expect(figure.getByText(landing.home.pictureCaption)).toHaveTextContent(/demo data/);
  });
});

describe('the claims about past years', () => {
  const place = (period: string) => screen.getByRole('heading', { level: 3, name: period }).closest('li')!;

  it('have a place for every period, the years without a figure included', () => {
    render(<Performance content={landing.performance} />);
    expect(screen.getAllByRole('heading', { level: 3 }).map((header) => header.textContent)).toEqual([
      '2018',
      '2019',
      '2020–2021',
      '2022',
      '2023',
      '2024',
    ]);
    for (const year of ['2022', '2023']) {
      expect(place(year)).toHaveTextContent(new RegExp(`^${year}Not reported$`));
    }
  });

  it('are on a timeline, each as wide as its years', () => {
    render(<Performance content={landing.performance} />);
    expect(landing.performance.claims.map(({ period }) => place(period)).map(({ dataset }) => dataset['years'])).toEqual([
      '1',
      '1',
      '2',
      '1',
      '1',
      '1',
    ]);
  });

  it('have their status beside each figure', () => {
    render(<Performance content={landing.performance} />);
    const figures = landing.performance.claims.filter(({ result }) => result !== null);
    expect(figures).toHaveLength(4);
    for (const { period, result, note } of figures) {
      const cell = within(place(period));
      expect(cell.getByText(result!)).toBeVisible();
      expect(cell.getByText(landing.performance.status)).toBeVisible();
      if (note) expect(cell.getByText(note)).toBeVisible();
    }
  });

  it('say of a year without a figure and without a note that it was not reported', () => {
    render(<Performance content={{ ...landing.performance, claims: [{ period: '2017', result: null, note: null }] }} />);
    expect(place('2017')).toHaveTextContent(/^2017Not reported$/);
  });

  it('stand with every note in view', () => {
    render(<Performance content={landing.performance} />);
    for (const note of landing.performance.notes) expect(screen.getByText(note)).toBeVisible();
  });
});
