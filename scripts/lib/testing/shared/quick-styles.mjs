// Loaded before jsdom. A query by role asks for the style of every element it looks at, and jsdom then compares the element with each of
// its hundred default rules and works out colours as well. Queries ask whether an element is shown, is a line of its own and takes clicks:
// here rules say nothing else, and a rule that ends in the name or class of other elements is not compared.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const ASKED_ABOUT = new Set(['display', 'visibility', 'pointer-events']);

const sheet = require.resolve('jsdom/lib/jsdom/browser/default-stylesheet.js');
const rules = require(sheet).replaceAll(/\/\*[^]*?\*\//g, '');
require.cache[sheet].exports = rules.replaceAll(/([^{};]*)\{([^{}]*)\}/g, (_, selector, body) => {
  const declarations = body.split(';').filter((declaration) => ASKED_ABOUT.has(declaration.split(':')[0].trim()));
  return declarations.length > 0 ? `${selector}{${declarations.join(';')}}` : '';
});

/** Attributes and states, which are not looked at here. */
const CONDITIONS = /\[[^[\]"']*("[^"]*")?\]|::?[\w-]+(\([^()]*\))?/g;
/** Where a selector ends: the name of the element or else its last class. */
const END = /(?:^|[\s>+~])(?:([a-z][\w-]*)|(?:[a-z][\w-]*)?(?:\.[\w-]+)*\.([\w-]+))$/i;

/** Names and classes, one of which every element has that a selector matches; null where they are not plain, or any. */
function endsOf(selector) {
  const names = new Set();
  const classes = new Set();
  for (const part of selector.replaceAll(CONDITIONS, '').split(',')) {
    const end = END.exec(part.trim());
    if (!end) return null;
    if (end[1]) names.add(end[1].toLowerCase());
    else classes.add(end[2]);
  }
  return { names, classes: [...classes] };
}

const selectors = require('jsdom/lib/jsdom/living/helpers/selectors.js');
const { matchesDontThrow } = selectors;
const known = new Map();

function mayMatch(element, selector) {
  if (!known.has(selector)) known.set(selector, endsOf(selector));
  const ends = known.get(selector);
  if (!ends || ends.names.has(element._localName.toLowerCase())) return true;
  const own = ends.classes.length > 0 && element.getAttributeNS(null, 'class');
  return Boolean(own) && ends.classes.some((name) => own.includes(name));
}

// What is no style rule, as `@keyframes`, has no selector, and matches nothing.
selectors.matchesDontThrow = (element, selector) =>
  selector !== undefined && mayMatch(element, selector) && matchesDontThrow(element, selector);

const { propertiesWithResolvedValueImplemented: computed } = require('jsdom/lib/jsdom/living/helpers/style-rules.js');
for (const property of Object.keys(computed)) if (!ASKED_ABOUT.has(property)) delete computed[property];
