import { expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { screenChunk } from '../src/components/layout/screen-chunk';
import { Screen } from '../src/components/layout/screen';

function Menu() {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button type="button" aria-expanded={open} aria-controls="a-menu" onClick={() => setOpen(!open)}>
        Menu
      </button>
      {open && (
        <div id="a-menu">
          <button type="button">Log out</button>
        </div>
      )}
    </div>
  );
}

/** Renders a menu beside a screen that is still loading; answers what lets it arrive. */
function loading(): () => Promise<void> {
  let arrive: (screen: ComponentType) => void = () => undefined;
  const { Screen: Loading } = screenChunk(<p>A skeleton</p>, () => new Promise<ComponentType>((resolve) => (arrive = resolve)));
  render(
    <>
      <Menu />
      <Loading />
    </>,
    { wrapper: MemoryRouter },
  );
  return () => act(async () => arrive(() => <Screen title="The screen">Its content</Screen>));
}

const menuButton = () => screen.getByRole('button', { name: 'Menu' });

it('takes the focus as it opens, also from a button whose menu is closed', async () => {
  const arrive = loading();
  menuButton().focus();
  await arrive();
  expect(screen.getByRole('main')).toHaveFocus();
});

it('leaves the focus in a menu that the person opened while it was loading', async () => {
  const arrive = loading();
  await userEvent.setup().click(menuButton());
  await arrive();
  expect(menuButton()).toHaveFocus();
});

it('leaves the focus on an item of such a menu', async () => {
  const arrive = loading();
  const user = userEvent.setup();
  await user.click(menuButton());
  await user.tab();
  await arrive();
  expect(screen.getByRole('button', { name: 'Log out' })).toHaveFocus();
});
