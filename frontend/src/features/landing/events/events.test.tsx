import { describe, expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { landing } from 'virtual:content/landing';
import { Events } from './events';

describe('previous events', () => {
  it('show picture, date, place and text of each, and say which are examples', () => {
    const items = landing.events.items.map((event, index) => ({ ...event, example: index === 0 }));
    render(<Events content={{ ...landing.events, items }} />);
    const cards = screen.getAllByRole('article');
    expect(cards).toHaveLength(items.length);
    const first = within(cards[0]!);
    expect(first.getByRole('img', { name: items[0]!.alt })).toHaveAttribute('src', items[0]!.picture);
    expect(first.getByRole('heading', { level: 3, name: items[0]!.title })).toBeInTheDocument();
    expect([first.getByText(items[0]!.place), first.getByText(items[0]!.text), first.getByText('Example')]).toHaveLength(3);
    expect(within(cards[1]!).queryByText('Example')).toBeNull();
  });

  it('write a date the same in every time zone and language', () => {
    render(<Events content={{ ...landing.events, items: [{ ...landing.events.items[0]!, date: '2026-09-17' }] }} />);
    expect(screen.getByText('17 Sep 2026')).toHaveAttribute('datetime', '2026-09-17');
  });

  it('keep the place of a picture that is not there yet', () => {
    render(<Events content={landing.events} />);
    for (const image of screen.getAllByRole('img')) {
      expect([image.getAttribute('width'), image.getAttribute('height'), image.getAttribute('loading')]).toEqual(['480', '270', 'lazy']);
    }
  });
});
