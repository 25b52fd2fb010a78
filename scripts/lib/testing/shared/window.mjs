// One browser window (jsdom) a worker. The suites of the front end see its properties as globals while they run, and suites of the back end
// see none of them.
import './quick-styles.mjs';
import { JSDOM, VirtualConsole } from 'jsdom';
import { changedGlobals, ownGlobals } from './globals.mjs';
import { GLOBALS } from './module-hooks.mjs';
import { Prototypes } from './prototypes.mjs';

const URL_OF_PAGE = 'http://localhost/';

/** What stays Node's own: timers, which are ended with each suite, what no document needs, and what jsdom itself takes from there. */
const NODES_OWN = new RegExp(
  `^(${[
    'global(This)?|console|performance|queueMicrotask|structuredClone|WebAssembly',
    '(set|clear)(Timeout|Interval|Immediate)',
    'atob|btoa|TextEncoder|TextDecoder',
  ].join('|')})$`,
);
/** The names under which a window knows itself: here the global object, so that a property set on one is seen on the other. */
const ITSELF = ['window', 'self', 'top', 'parent', 'frames'];
const TIMERS = ['setTimeout', 'setInterval'];

const isClass = (value) => /^[A-Z]/.test(value.name);

const variable = (value) => ({ value, writable: true, configurable: true, enumerable: true });

function restore(object, descriptors) {
  for (const [name, descriptor] of descriptors) {
    if (descriptor) Object.defineProperty(object, name, descriptor);
    else delete object[name];
  }
}

/** Names that a window has and Node has not, or has otherwise. */
function propertiesOf(window) {
  const names = new Set();
  for (let owner = window; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    for (const name of Object.getOwnPropertyNames(owner)) names.add(name);
  const skipped = (name) => name === 'constructor' || name.startsWith('_') || NODES_OWN.test(name) || ITSELF.includes(name);
  return [...names].filter((name) => !skipped(name) && !Object.is(window[name], globalThis[name]));
}

/** Reports what a listener throws, as a browser does, unless the page listens for errors itself. */
function reportErrors(window) {
  let listeners = 0;
  const counted = (name, step) => {
    const original = window[name].bind(window);
    window[name] = (type, ...rest) => {
      if (type === 'error') listeners += step;
      return original(type, ...rest);
    };
  };
  window.addEventListener('error', ({ error }) => {
    if (listeners === 0 && error) process.emit('uncaughtException', error);
  });
  counted('addEventListener', 1);
  counted('removeEventListener', -1);
}

function openWindow() {
  const virtualConsole = new VirtualConsole();
  virtualConsole.sendTo({ ...console, error: (...args) => globalThis.console.error(...args) }, { omitJSDOMErrors: true });
  virtualConsole.on('jsdomError', (error) => globalThis.console.error(error));
  const { window } = new JSDOM('<!DOCTYPE html>', { pretendToBeVisual: true, url: URL_OF_PAGE, virtualConsole });
  reportErrors(window);
  return window;
}

/** A worker's window, and its properties on the global object. */
export class SharedWindow {
  #window = openWindow();
  /** Names of the window's properties that were replaced, with the original. */
  #replaced = new Map();
  #installed = new Map();
  #before = new Map();
  /** Node's own globals that suites replace too (`fetch`), as they were before the suite. */
  #own = new Map();
  #handles = new Set();
  /** As every suite finds them; none before `keep`. */
  #prototypes = new Prototypes([]);
  #names = new Set();

  constructor() {
    for (const name of propertiesOf(this.#window)) this.#installed.set(name, this.#forwarding(name));
    for (const name of ITSELF) this.#installed.set(name, variable(globalThis));
    for (const name of TIMERS) this.#installed.set(name, variable(this.#tracked(globalThis[name])));
    this.#installed.set('IS_REACT_ACT_ENVIRONMENT', variable(true));
    // Testing Library advances fake timers through this global.
    this.#installed.set('jest', { configurable: true, enumerable: true, get: () => globalThis[GLOBALS]?.jest });
  }

  /** Reads and writes the window's property through the global object. A function of the window is called on the window. */
  #forwarding(name) {
    const window = this.#window;
    const own = window[name];
    const read = typeof own === 'function' && !isClass(own) ? own.bind(window) : null;
    return {
      configurable: true,
      enumerable: true,
      get: () => (read && window[name] === own ? read : window[name]),
      set: (value) => {
        // The address and handlers such as `onresize` do more than keep what they are given.
        if (name === 'location' || name.startsWith('on')) window[name] = value;
        else this.#replace(name, value);
      },
    };
  }

  #replace(name, value) {
    if (!this.#replaced.has(name)) this.#replaced.set(name, Object.getOwnPropertyDescriptor(this.#window, name));
    Object.defineProperty(this.#window, name, variable(value));
  }

  /** A timer function whose timers end with the suite that started them. */
  #tracked(original) {
    return Object.assign((...args) => {
      const handle = original(...args);
      this.#handles.add(handle);
      return handle;
    }, original);
  }

  install() {
    this.#names = new Set(Object.getOwnPropertyNames(globalThis));
    this.#own = ownGlobals((name) => !this.#installed.has(name));
    for (const [name, descriptor] of this.#installed) {
      this.#before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      Object.defineProperty(globalThis, name, descriptor);
    }
  }

  /** What has been set so far belongs to the window: every suite finds it so. */
  keep() {
    this.#replaced.clear();
    for (const [name, descriptor] of changedGlobals(this.#own)) {
      this.#before.set(name, descriptor);
      this.#installed.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      this.#own.delete(name);
    }
    for (const name of this.#added()) {
      this.#before.set(name, undefined);
      this.#installed.set(name, variable(globalThis[name]));
    }
    this.#prototypes = new Prototypes(this.#classes());
  }

  /** Puts back what the suite has changed on prototypes of the window, and returns the names of it. */
  restorePrototypes() {
    return this.#prototypes.restore();
  }

  #classes() {
    const values = [...this.#installed.keys()].map((name) => [name, this.#window[name]]);
    return values.filter(([, value]) => typeof value === 'function' && isClass(value) && value.prototype);
  }

  /** Globals that came since the window was installed, without the registries of libraries. */
  #added() {
    return Object.getOwnPropertyNames(globalThis).filter(
      (name) => !this.#names.has(name) && !this.#installed.has(name) && !name.startsWith('__'),
    );
  }

  /** Takes the window off the global object and empties it for the next suite. */
  uninstall() {
    for (const handle of this.#handles) clearTimeout(handle);
    this.#handles.clear();
    this.restorePrototypes();
    for (const name of this.#added()) delete globalThis[name];
    restore(globalThis, this.#before);
    restore(globalThis, changedGlobals(this.#own));
    restore(this.#window, this.#replaced);
    this.#replaced.clear();
    this.#empty();
  }

  #empty() {
    const { document, localStorage, sessionStorage, history } = this.#window;
    document.body.replaceChildren();
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
    for (const element of document.head.querySelectorAll('head > :not(style[data-emotion])')) element.remove();
    document.title = '';
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', URL_OF_PAGE);
  }
}
