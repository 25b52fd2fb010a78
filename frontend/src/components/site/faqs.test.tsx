import { describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { landing } from 'virtual:content/landing';
import { Faqs } from './faqs';

const { faqs } = landing;
const all = () => [...document.querySelectorAll('details')];
const open = () =>
  all()
    .filter((item) => item.open)
    .map((item) => within(item).getByRole('heading').textContent);
const ask = (question: string) => fireEvent.click(screen.getByRole('heading', { name: question }).closest('summary')!);

describe('questions and answers', () => {
  it('stand closed, each under a heading, and are one group for the browser', () => {
    render(<Faqs content={faqs} />);
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual(
      faqs.items.map(({ question }) => question),
    );
    expect(open()).toEqual([]);
    expect(new Set(all().map((item) => item.getAttribute('name')))).toEqual(new Set(['faqs']));
  });

  it('show one answer at a time, also where the browser knows no groups', async () => {
    render(<Faqs content={faqs} />);
    const [first, second] = faqs.items.map(({ question }) => question);
    ask(first!);
    await waitFor(() => expect(open()).toEqual([first]));
    ask(second!);
    await waitFor(() => expect(open()).toEqual([second]));
    ask(second!);
    await waitFor(() => expect(open()).toEqual([]));
  });

  it('lead from the last answer to registration', () => {
    render(<Faqs content={faqs} />);
    expect(within(all().at(-1)!).getByText('Get started')).toHaveAttribute('href', '#/register');
  });

  it('write a list as a list', () => {
    render(<Faqs content={{ ...faqs, items: [{ question: 'What?', answer: ['This:', { list: ['one', 'two'] }] }] }} />);
    expect([...document.querySelectorAll('details li')].map((item) => item.textContent)).toEqual(['one', 'two']);
  });

  it('let one write to the address in the text above', () => {
    render(<Faqs content={{ ...faqs, lead: 'Write to hello@club.example.' }} />);
    expect(screen.getByRole('link', { name: 'hello@club.example' })).toHaveAttribute('href', 'mailto:hello@club.example');
    expect(screen.getByText(/^Write to/)).toHaveTextContent('Write to hello@club.example.');
  });
});
