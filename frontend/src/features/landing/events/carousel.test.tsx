import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { setLanguage } from '../../../lib/i18n/language';
import { Carousel } from './carousel';

/** What jsdom lacks of pointers. */
class Pointer extends MouseEvent {
  readonly pointerId: number;
  readonly isPrimary: boolean;
  constructor(type: string, { pointerId = 0, isPrimary = false, ...rest }: PointerEventInit = {}) {
    super(type, rest);
    this.pointerId = pointerId;
    this.isPrimary = isPrimary;
  }
}

/** A browser window as the carousel asks for it: its width, and whether its owner wants less motion. */
class Surroundings {
  width = 1280;
  lessMotion = false;
  private readonly listeners = new Set<() => void>();
  private sight: (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void = () => undefined;

  install() {
    jest.spyOn(globalThis, 'matchMedia').mockImplementation((query) => {
      const answer = () => (query.includes('reduced-motion') ? this.lessMotion : this.width <= Number(/(\d+)px/.exec(query)?.[1]));
      return {
        get matches() {
          return answer();
        },
        addEventListener: (_: string, listener: () => void) => this.listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => this.listeners.delete(listener),
      } as unknown as MediaQueryList;
    });
    jest.spyOn(globalThis, 'IntersectionObserver').mockImplementation((report) => {
      this.sight = report as unknown as typeof this.sight;
      return { observe: () => undefined, disconnect: () => undefined } as unknown as IntersectionObserver;
    });
  }

  change(changes: Partial<Pick<Surroundings, 'width' | 'lessMotion'>>) {
    Object.assign(this, changes);
    act(() => {
      for (const listener of this.listeners) listener();
    });
  }

  scrollTo(isInSight: boolean) {
    act(() => this.sight([{ isIntersecting: isInSight }]));
  }
}

const carousel = (count: number) => (
  <Carousel
    labelledBy="title"
    head={<h2 id="title">Previous events</h2>}
    slides={Array.from({ length: count }, (_, index) => ({
      key: `${index}`,
      content: <a href={`#event-${index + 1}`}>Event {index + 1}</a>,
    }))}
  />
);

const slides = () => [...document.querySelectorAll('[aria-roledescription=slide]')];
/** Which slides can be read and reached. */
const shown = () => slides().flatMap((slide, index) => (slide.hasAttribute('inert') ? [] : [index + 1]));
const track = () => document.querySelector('[aria-live]')!;
const wait = (milliseconds: number) => act(() => void jest.advanceTimersByTime(milliseconds));
const button = (name: RegExp) => screen.getByRole('button', { name });

describe('the carousel', () => {
  let surroundings: Surroundings;
  beforeEach(() => {
    jest.useFakeTimers();
    surroundings = new Surroundings();
    surroundings.install();
    Object.assign(document.defaultView!, { PointerEvent: Pointer });
    HTMLElement.prototype.setPointerCapture = () => undefined;
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    Reflect.deleteProperty(HTMLElement.prototype, 'setPointerCapture');
  });

  const show = (count = 5) => {
    const view = render(carousel(count));
    surroundings.scrollTo(true);
    return view;
  };

  it('names itself, its kind and each of its slides', () => {
    show();
    expect(screen.getByRole('group', { name: 'Previous events' })).toHaveAttribute('aria-roledescription', 'carousel');
    expect(slides().map((slide) => slide.getAttribute('aria-label'))).toEqual(['1 of 5', '2 of 5', '3 of 5', '4 of 5', '5 of 5']);
  });

  it.each([
    [400, [1], '1 of 5'],
    [800, [1, 2], '1–2 of 5'],
    [1280, [1, 2, 3], '1–3 of 5'],
  ])('has room in a window of %i pixels for %j', (width, expected, count) => {
    surroundings.width = width;
    show();
    expect(shown()).toEqual(expected);
    expect(screen.getByText(count)).toBeInTheDocument();
  });

  it('keeps to the row when the window grows or shrinks', () => {
    show();
    fireEvent.click(button(/^Previous/));
    expect(shown()).toEqual([3, 4, 5]);
    surroundings.change({ width: 400 });
    expect(shown()).toEqual([3]);
    fireEvent.click(button(/^Previous/));
    surroundings.change({ width: 3200 });
    expect(shown()).toEqual([1, 2, 3, 4, 5]);
  });

  it.each([
    [3, 1280],
    [2, 1280],
    [1, 400],
    [5, 3200],
  ])('of %i items has no buttons and stays still in a window of %i pixels', (count, width) => {
    surroundings.width = width;
    show(count);
    expect(screen.queryByRole('button')).toBeNull();
    wait(60_000);
    expect(shown()).toHaveLength(count);
  });

  it('goes on and back by buttons, and round at the ends', () => {
    show();
    const seen = [/^Next/, /^Next/, /^Next/, /^Previous/, /^Previous/].map((name) => {
      fireEvent.click(button(name));
      return shown()[0];
    });
    expect(seen).toEqual([2, 3, 1, 3, 2]);
  });

  it('goes by arrow keys, and leaves Alt and an arrow to the browser', () => {
    show();
    const next = button(/^Next/);
    expect(fireEvent.keyDown(next, { key: 'ArrowRight' })).toBe(false);
    expect(shown()).toEqual([2, 3, 4]);
    fireEvent.keyDown(next, { key: 'ArrowLeft' });
    expect(shown()).toEqual([1, 2, 3]);
    expect(fireEvent.keyDown(next, { key: 'ArrowLeft', altKey: true })).toBe(true);
    expect(shown()).toEqual([1, 2, 3]);
  });

  it('goes to the left by arrow keys and by hand in a language that is written to the left', () => {
    setLanguage('ar');
    try {
      show();
      fireEvent.keyDown(button(/^Next/), { key: 'ArrowLeft' });
      expect(shown()).toEqual([2, 3, 4]);
      fireEvent.keyDown(button(/^Next/), { key: 'ArrowRight' });
      expect(shown()).toEqual([1, 2, 3]);
      const window = track().parentElement!;
      const pointer = { pointerId: 1, isPrimary: true, button: 0, buttons: 1 };
      fireEvent.pointerDown(window, { ...pointer, clientX: 500 });
      fireEvent.pointerMove(window, { ...pointer, clientX: 600 });
      fireEvent.pointerUp(window, { ...pointer, buttons: 0, clientX: 600 });
      expect(shown()).toEqual([2, 3, 4]);
    } finally {
      setLanguage('en');
    }
  });

  describe('by itself', () => {
    it('turns every three seconds and begins anew after the last', () => {
      show();
      wait(2999);
      expect(shown()).toEqual([1, 2, 3]);
      wait(1);
      expect(shown()).toEqual([2, 3, 4]);
      wait(3000);
      expect(shown()).toEqual([3, 4, 5]);
      wait(3000);
      expect(shown()).toEqual([1, 2, 3]);
    });

    it('gives what a button has brought its full time', () => {
      show();
      wait(2000);
      fireEvent.click(button(/^Next/));
      wait(2999);
      expect(shown()).toEqual([2, 3, 4]);
    });

    it('tells readers of changes only while it does not turn', () => {
      show();
      expect(track()).toHaveAttribute('aria-live', 'off');
      fireEvent.click(button(/^Pause/));
      expect(track()).toHaveAttribute('aria-live', 'polite');
    });

    it('stops by Pause, and goes on by Play though hand and focus are still on the button', () => {
      show();
      const pause = button(/^Pause/);
      fireEvent.pointerOver(pause);
      act(() => pause.focus());
      fireEvent.click(pause);
      wait(60_000);
      expect(shown()).toEqual([1, 2, 3]);
      fireEvent.click(button(/^Play/));
      wait(3000);
      expect(shown()).toEqual([2, 3, 4]);
    });

    it('waits while it is pointed at', () => {
      show();
      fireEvent.pointerOver(slides()[0]!);
      wait(60_000);
      expect(shown()).toEqual([1, 2, 3]);
      fireEvent.pointerLeave(screen.getByRole('group', { name: 'Previous events' }));
      wait(3000);
      expect(shown()).toEqual([2, 3, 4]);
    });

    it('waits while the focus is in it', () => {
      show();
      act(() => button(/^Next/).focus());
      wait(60_000);
      expect(shown()).toEqual([1, 2, 3]);
      act(() => button(/^Next/).blur());
      wait(3000);
      expect(shown()).toEqual([2, 3, 4]);
    });

    it('waits while its tab is hidden', () => {
      show();
      const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      fireEvent(document, new Event('visibilitychange'));
      wait(60_000);
      expect(shown()).toEqual([1, 2, 3]);
      visibility.mockReturnValue('visible');
      fireEvent(document, new Event('visibilitychange'));
      wait(3000);
      expect(shown()).toEqual([2, 3, 4]);
    });

    it('waits while it is out of sight', () => {
      show();
      surroundings.scrollTo(false);
      wait(60_000);
      expect(shown()).toEqual([1, 2, 3]);
    });

    it('never starts for people who want less motion, and has nothing to pause', () => {
      surroundings.lessMotion = true;
      show();
      wait(60_000);
      expect(shown()).toEqual([1, 2, 3]);
      expect(screen.queryByRole('button', { name: /^(Pause|Play)/ })).toBeNull();
      fireEvent.click(button(/^Next/));
      expect(shown()).toEqual([2, 3, 4]);
    });

    it('stops when less motion is asked for while the page is open', () => {
      show();
      wait(3000);
      surroundings.change({ lessMotion: true });
      wait(60_000);
      expect(shown()).toEqual([2, 3, 4]);
    });
  });

  describe('by the hand', () => {
    const pointer = { pointerId: 1, isPrimary: true, button: 0, buttons: 1 };
    const drag = (...stops: number[]) => {
      const window = track().parentElement!;
      fireEvent.pointerDown(window, { ...pointer, clientX: 500 });
      for (const by of stops) fireEvent.pointerMove(window, { ...pointer, clientX: 500 + by });
      return window;
    };
    const drop = (window: Element, by: number) => fireEvent.pointerUp(window, { ...pointer, buttons: 0, clientX: 500 + by });

    it.each([
      [-79, [1, 2, 3]],
      [-80, [2, 3, 4]],
      [80, [1, 2, 3]],
    ])('dragged %i pixels shows %j', (by, expected) => {
      show();
      drop(drag(by / 2, by), by);
      expect(shown()).toEqual(expected);
    });

    it('follows the hand, waits for it, and comes to rest', () => {
      show();
      const window = drag(-40, -60);
      const row = track() as HTMLElement;
      expect(row.style.getPropertyValue('--pull')).toBe('-60px');
      wait(60_000);
      expect(shown()).toEqual([1, 2, 3]);
      drop(window, -60);
      expect(row.style.getPropertyValue('--pull')).toBe('0px');
    });

    it('snaps back when the browser takes the gesture for scrolling', () => {
      show();
      fireEvent.pointerCancel(drag(-200), { pointerId: 1 });
      expect(shown()).toEqual([1, 2, 3]);
      expect((track() as HTMLElement).style.getPropertyValue('--pull')).toBe('0px');
    });

    it('does not begin to drag with a button that was let go outside', () => {
      show();
      const window = drag();
      fireEvent.pointerMove(window, { ...pointer, buttons: 0, clientX: 300 });
      fireEvent.pointerMove(window, { ...pointer, clientX: 100 });
      drop(window, -400);
      expect(shown()).toEqual([1, 2, 3]);
    });

    it('does not follow a link that was dragged, but one that was clicked or asked for by a key', () => {
      show();
      drop(drag(-120), -120);
      const link = screen.getByRole('link', { name: 'Event 2' });
      expect(fireEvent.click(link, { detail: 1 })).toBe(false);
      expect(fireEvent.click(link, { detail: 0 })).toBe(true);
      drop(drag(-2), -2);
      expect(fireEvent.click(link, { detail: 1 })).toBe(true);
    });
  });

  it('is the same before its script has run: every slide, no place and no style of its own', async () => {
    // The server's renderer wants one at hand for streams; a plain string needs none.
    Object.assign(globalThis, {
      MessageChannel: class {
        port1 = {};
        port2 = {};
      },
    });
    const { renderToString } = await import('react-dom/server');
    const markup = renderToString(carousel(5));
    expect(markup).not.toMatch(/style=|inert|1–3/);
    expect(markup.match(/aria-roledescription="slide"/g)).toHaveLength(5);
    expect(markup).toMatch(/aria-label="Pause the events"/);
  });
});
