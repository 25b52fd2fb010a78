import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { usePopup } from './use-popup';

function Popup() {
  const [isOpen, setOpen] = useState(false);
  const { root, button, onBlur } = usePopup(isOpen, () => setOpen(false));
  return (
    <>
      <div ref={root} onBlur={onBlur}>
        <button ref={button} type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <a href="#inside">Inside</a>}
      </div>
      <main tabIndex={-1} />
    </>
  );
}

afterEach(cleanup);

it('opens although a screen takes the focus in the moment of the press', () => {
  render(<Popup />);
  const button = screen.getByRole('button');
  act(() => {
    button.focus();
    button.click();
    screen.getByRole('main').focus();
  });
  expect(screen.queryByText('Inside')).not.toBeNull();
});

it('closes when the focus goes elsewhere, and stays open while it is within', () => {
  render(<Popup />);
  fireEvent.click(screen.getByRole('button'));
  act(() => screen.getByRole('button').focus());
  act(() => screen.getByText('Inside').focus());
  expect(screen.queryByText('Inside')).not.toBeNull();
  act(() => screen.getByRole('main').focus());
  expect(screen.queryByText('Inside')).toBeNull();
});
