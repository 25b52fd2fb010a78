import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { landing } from 'virtual:content/landing';
import { DisclaimerTeaser, ResourcesTeaser, TermsTeaser } from './teasers';

describe('teasers', () => {
  it.each([
    ['resources', <ResourcesTeaser key="" content={landing.resources} />, landing.resources],
    ['terms', <TermsTeaser key="" content={landing.terms} />, landing.terms],
    ['disclaimer', <DisclaimerTeaser key="" content={landing.disclaimer} />, landing.disclaimer],
  ])('%s is a region under its heading and leads on', (id, teaser, { title, action }) => {
    render(teaser);
    expect(screen.getByRole('region', { name: title })).toHaveAttribute('id', id);
    expect(screen.getByRole('link', { name: action.label })).toHaveAttribute('href', action.link);
  });

  it('name every topic and every point', () => {
    render(<ResourcesTeaser content={landing.resources} />);
    render(<TermsTeaser content={landing.terms} />);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([...landing.resources.topics, ...landing.terms.points]);
  });
});
