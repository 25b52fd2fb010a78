import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { notify } from '../../lib/notify';
import { Toaster } from './toaster';

const wait = (milliseconds: number) => act(() => void jest.advanceTimersByTime(milliseconds));

describe('a toast', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    render(<Toaster />);
    act(() => notify.error('Something was refused'));
  });
  afterEach(() => {
    act(() => notify.clear());
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('goes by itself after five seconds', () => {
    wait(4999);
    expect(screen.getByRole('alert')).toHaveTextContent('Something was refused');
    wait(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stays while it is pointed at, and then has the rest of its time', () => {
    wait(4000);
    fireEvent.pointerEnter(screen.getByRole('list'));
    wait(60_000);
    expect(screen.getByRole('alert')).toBeInTheDocument();
    fireEvent.pointerLeave(screen.getByRole('list'));
    wait(999);
    expect(screen.getByRole('alert')).toBeInTheDocument();
    wait(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stays while the window is not in use', () => {
    act(() => void dispatchEvent(new Event('blur')));
    wait(60_000);
    expect(screen.getByRole('alert')).toBeInTheDocument();
    act(() => void dispatchEvent(new Event('focus')));
    wait(5000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be sent away, and is shown once however often it is said', () => {
    act(() => notify.error('Something was refused'));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
