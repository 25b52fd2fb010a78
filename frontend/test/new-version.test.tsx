import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { NewVersion } from '../src/app/new-version';

interface Asked {
  type: string;
  entry?: string;
}

/** A worker that is installed and waits. It answers whether it is the version of the page. */
function waitingWorker(isOfPage: boolean) {
  const asked: Asked[] = [];
  const worker = {
    state: 'installed',
    asked,
    postMessage(message: Asked, ports: MessagePort[] = []) {
      asked.push(message);
      ports[0]?.postMessage(isOfPage);
    },
  };
  return worker;
}

/** The two ends of a channel, as far as one answer needs them: jsdom has none. */
class Channel {
  private readonly heard: ((event: { data: unknown }) => void)[] = [];
  readonly port1 = { addEventListener: (_: string, hear: (event: { data: unknown }) => void) => void this.heard.push(hear), start() {} };
  readonly port2 = { postMessage: (data: unknown) => void this.heard.forEach((hear) => hear({ data })) };
}

function browserWith(worker: ReturnType<typeof waitingWorker>) {
  const register = jest.fn(async (_address: string, _options: object) => ({
    waiting: worker,
    addEventListener() {},
    update: async () => undefined,
  }));
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register, controller: {}, addEventListener() {} } });
  Object.assign(globalThis, { MessageChannel: Channel });
  return register;
}

describe('a new version of the app', () => {
  beforeEach(async () => {
    // React keeps the MessageChannel that it finds when it waits for the first time: that has to be a real one.
    await act(async () => undefined);
    jest.useFakeTimers();
  });

  it('is offered once to a page of an earlier version, and takes over when the member says so', async () => {
    const worker = waitingWorker(false);
    const register = browserWith(worker);
    render(<NewVersion />);
    await act(async () => undefined);
    expect(register).toHaveBeenCalledWith('/service-worker.js', { scope: '/', updateViaCache: 'none' });
    expect(screen.getByText('A new version is ready.')).toBeVisible();
    expect(worker.asked.map(({ type }) => type)).toEqual(['has']);
    act(() => screen.getByRole('button', { name: 'Reload' }).click());
    expect(worker.asked.map(({ type }) => type)).toEqual(['has', 'activate']);
    act(() => screen.getByRole('button', { name: 'Later' }).click());
    expect(screen.queryByText('A new version is ready.')).toBeNull();
  });

  it('is looked for again when the app is opened again, and no more while it is closed', async () => {
    const early = waitingWorker(false);
    browserWith(early);
    const { unmount } = render(<NewVersion />);
    // Before the worker's answer is heard.
    unmount();
    await act(async () => undefined);
    const { unmount: close } = render(<NewVersion />);
    await act(async () => undefined);
    expect(screen.getByText('A new version is ready.')).toBeVisible();
    close();
    const register = browserWith(waitingWorker(true));
    render(<NewVersion />);
    await act(async () => undefined);
    expect(register).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('A new version is ready.')).toBeNull();
  });
});
