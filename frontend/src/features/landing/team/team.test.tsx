import { describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { landing } from 'virtual:content/landing';
import { Team } from './team';

const ada = {
  name: 'Ada Lovelace Example',
  position: 'Founder',
  links: [
    { network: 'linkedin' as const, link: 'https://www.linkedin.com/in/example' },
    { network: 'x' as const, link: 'https://x.com/example' },
  ],
  portfolio: ['First.', 'Second.', 'Third.'],
  example: true,
};
const ben = { name: 'Ben Example', position: 'Trading', photo: 'ben.webp', links: [], portfolio: ['Only one.'], example: false };
const show = () => render(<Team content={{ ...landing.team, members: [ada, ben] }} />);
const card = (name: string) => within(screen.getByRole('heading', { level: 3, name }).closest('li')!);

describe('the team', () => {
  it('shows the first paragraph, and the rest by a button that says whose', () => {
    show();
    expect(screen.getByText('First.')).toBeVisible();
    expect(screen.getByText('Second.')).not.toBeVisible();
    const more = screen.getByRole('button', { name: 'Read More about Ada Lovelace Example' });
    expect(more).toHaveTextContent(/^Read More$/);
    expect(more).toHaveAttribute('aria-expanded', 'false');
    more.focus();
    fireEvent.click(more);
    const less = screen.getByRole('button', { name: 'Read Less about Ada Lovelace Example' });
    expect(less).toHaveTextContent(/^Read Less$/);
    expect(less).toHaveAttribute('aria-expanded', 'true');
    expect(less).toHaveFocus();
    const rest = document.getElementById(less.getAttribute('aria-controls')!)!;
    expect(rest).toBeVisible();
    expect(rest).toHaveTextContent('Second.Third.');
    fireEvent.click(less);
    expect(screen.getByText('Second.')).not.toBeVisible();
  });

  it('has no button where there is no more to read', () => {
    show();
    expect(card('Ben Example').queryByRole('button')).toBeNull();
  });

  it('names each link by person and network, and tells the network nothing', () => {
    show();
    for (const name of ['Ada Lovelace Example on LinkedIn', 'Ada Lovelace Example on X']) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('rel', 'noopener noreferrer');
    }
  });

  it('shows initials to the eye where there is no photo, and marks examples', () => {
    show();
    expect(card('Ada Lovelace Example').getByText('AL')).toHaveAttribute('aria-hidden', 'true');
    expect(card('Ada Lovelace Example').getByText('Example')).toBeInTheDocument();
    expect(card('Ben Example').getByRole('img', { name: 'Ben Example' })).toHaveAttribute('src', 'ben.webp');
    expect(card('Ben Example').queryByText('Example')).toBeNull();
  });
});
