// Material UI inserts about two thousand rules, which stay in the document that suites share, and jsdom compares each with every element
// that a query by role looks at. Queries ask whether an element is shown and takes clicks: only rules that say so are kept.

const ASKED_ABOUT = /display:none|visibility:|pointer-events:|opacity:0[;}]/;

const style = document.head.appendChild(document.createElement('style'));
const rules = Object.getPrototypeOf(style.sheet) as object;
style.remove();

const insertRule = Reflect.get(rules, 'insertRule') as (this: CSSStyleSheet, rule: string, index: number) => number;

Object.defineProperty(rules, 'insertRule', {
  configurable: true,
  writable: true,
  value(this: CSSStyleSheet, rule: string, index = 0): number {
    return ASKED_ABOUT.test(rule) ? insertRule.call(this, rule, index) : index;
  },
});
