import { afterEach, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { addMessages } from './texts';
import { Trans } from './trans';

const id = 'common.sandbox.text';
const tags = { strong: <strong data-testid="strong" /> };
const original = '<strong>Sandbox.</strong> Figures come from a practice exchange. No real money is shown.';
afterEach(() => addMessages({ [id]: original }));

it('puts elements where the message has tags', () => {
  const { container } = render(<Trans id={id} tags={tags} />);
  expect(screen.getByTestId('strong')).toHaveTextContent('Sandbox.');
  expect(container).toHaveTextContent(original.replaceAll(/<\/?strong>/g, ''));
});

it('repeats tags, and keeps what is no tag of the message as text', () => {
  addMessages({ [id]: 'a <strong>b</strong> <other>d</other> 1 < 2 <strong/>' });
  const { container } = render(<Trans id={id} tags={tags} />);
  expect(container).toHaveTextContent('a b <other>d</other> 1 < 2');
  expect(container.querySelectorAll('strong')).toHaveLength(2);
});
