import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { notify } from '../../lib/notify';
import { Toaster } from './toaster';

const wait = (milliseconds: number) => act(() => void jest.advanceTimersByTime(milliseconds));
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);
const dismissers = () => screen.getAllByRole('button', { name: 'Dismiss' });

describe('a toast', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    location.hash = '#/login';
    render(
      <>
        <button type="button">Save</button>
        <Toaster />
      </>,
    );
    act(() => notify.error('Something was refused'));
  });
  afterEach(() => {
    act(() => notify.clear());
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('has its height taken as room below the screens, while it is there', () => {
    const room = () => document.documentElement.style.getPropertyValue('--notice-room');
    const height = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(92);
    act(() => notify.error('Something else was refused'));
    expect(room()).toBe('92px');
    height.mockReturnValue(0);
    act(() => notify.clear());
    expect(room()).toBe('');
  });

  it('goes by itself after five seconds', () => {
    wait(4999);
    expect(screen.getByRole('alert')).toHaveTextContent('Something was refused');
    wait(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each(['#/admin', '#/admin/users?page=2'])('goes after three seconds in the console, at %s', (address) => {
    act(() => notify.clear());
    location.hash = address;
    act(() => notify.error('The record was changed meanwhile'));
    wait(2999);
    expect(screen.getByRole('alert')).toHaveTextContent('The record was changed meanwhile');
    wait(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the time of the place it was said at', () => {
    location.hash = '#/admin';
    wait(4999);
    expect(screen.getByRole('alert')).toBeInTheDocument();
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

  it('stays while it has focus, and then has the rest of its time', () => {
    const save = screen.getByRole('button', { name: 'Save' });
    wait(4000);
    act(() => dismissers()[0]?.focus());
    wait(60_000);
    expect(screen.getByRole('alert')).toBeInTheDocument();
    act(() => save.focus());
    wait(1000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is reached with F8 and left with Escape, which gives focus back to where it was', () => {
    const save = screen.getByRole('button', { name: 'Save' });
    act(() => save.focus());
    act(() => notify.error('Something else was refused'));
    fireEvent.keyDown(save, { key: 'F8' });
    expect(document.activeElement).toBe(dismissers()[1]);
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    expect(alerts()).toEqual(['Something was refused']);
    expect(document.activeElement).toBe(dismissers()[0]);
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    expect(alerts()).toEqual([]);
    expect(document.activeElement).toBe(save);
  });

  it('does not hold up the next one after it was sent away with focus on it', () => {
    act(() => dismissers()[0]?.focus());
    fireEvent.click(dismissers()[0]!);
    act(() => notify.error('The next one'));
    wait(5000);
    expect(alerts()).toEqual([]);
  });

  it('can be sent away, and is shown once however often it is said', () => {
    act(() => notify.error('Something was refused'));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
