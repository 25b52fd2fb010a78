// What jsdom lacks and the app's browsers have.
globalThis.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
});
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Nothing is ever seen to come into view; a test that needs it brings its own.
globalThis.IntersectionObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.scrollTo = () => {};
Object.assign(Element.prototype, { scrollIntoView() {} });

// jsdom takes `search` for no element of HTML, and React warns of such: browsers give it the interface of any other.
const createElement = document.createElement.bind(document);
document.createElement = (name, options) => {
  const element = createElement(name, options);
  if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
  return element;
};

let objects = 0;
URL.createObjectURL = () => `blob:test/${++objects}`;
URL.revokeObjectURL = () => {};

// A modal dialog without the top layer: open or closed is all that the tests look at.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
