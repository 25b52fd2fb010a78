import { SaxesParser, type SaxesTagNS } from 'saxes';
import { isDecimalString } from '../../platform/domain/index.js';
import { SourceHttpClient, SourceRejected, SourceShape, type SourceHttpSettings } from '../sources/index.js';
import { BASE_CURRENCY, REFERENCE_CURRENCY, type DayRates } from './fx.types.js';

/** The file of 90 days has some 75 kB. */
const MAX_BYTES = 512 * 1024;
const MAX_DAYS = 100;
const MAX_CURRENCIES = 100;
/** The rupiah has eight characters. */
const MAX_RATE_LENGTH = 20;
const ENVELOPE = 'http://www.gesmes.org/xml/2002-08-01';
const VOCABULARY = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref';
/** Depth of the elements: Envelope > Cube > Cube of a day > Cube of a currency. */
const [ROOT_DEPTH, DAY_DEPTH, RATE_DEPTH] = [1, 3, 4];

/** Reads the bank's document at one address. Throws a SourceError. */
export class ReferenceRatesReader {
  readonly #http: SourceHttpClient;
  readonly #path: string;

  constructor({ url, ...settings }: Pick<SourceHttpSettings, 'url' | 'clock' | 'timeoutMs'>) {
    const { origin, pathname, search } = new URL(url);
    this.#path = `${pathname}${search}`;
    this.#http = new SourceHttpClient({
      ...settings,
      url: origin,
      headers: { accept: 'application/xml, text/xml' },
      limitStatuses: [429],
      maxBytes: MAX_BYTES,
    });
  }

  /** Returns all days of the document, oldest first. */
  async read(signal?: AbortSignal): Promise<DayRates[]> {
    const { status, body, request } = await this.#http.send({ path: this.#path, signal });
    if (status !== 200) throw new SourceRejected(request, `HTTP ${status}`);
    return parseReferenceRates(body, (problem) => new SourceShape(request, problem));
  }
}

/** Parses the bank's XML. Throws what `wrong` makes of the first problem, which repeats none of the document's text. */
export function parseReferenceRates(xml: string, wrong: (problem: string) => Error): DayRates[] {
  const days: { day: string; rates: Map<string, string> }[] = [];
  let depth = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => {
    throw wrong('no well-formed XML');
  });
  parser.on('doctype', () => {
    throw wrong('a document type is not part of the format');
  });
  parser.on('opentag', (tag) => {
    depth++;
    if (depth === ROOT_DEPTH && !(tag.local === 'Envelope' && tag.uri === ENVELOPE)) throw wrong('the root is no gesmes:Envelope');
    if (tag.local !== 'Cube' || tag.uri !== VOCABULARY) return;
    if (depth === DAY_DEPTH) days.push({ day: dayIn(tag, wrong), rates: new Map() });
    if (days.length > MAX_DAYS) throw wrong(`more than ${MAX_DAYS} days`);
    if (depth === RATE_DEPTH) {
      const current = days.at(-1);
      if (!current) throw wrong('a rate outside a day');
      addRate(current.rates, tag, wrong);
    }
  });
  parser.on('closetag', () => depth--);
  parser.write(xml).close();
  if (days.length === 0) throw wrong('no day');
  if (new Set(days.map(({ day }) => day)).size !== days.length) throw wrong('a day is there twice');
  if (days.some(({ rates }) => !rates.has(BASE_CURRENCY))) throw wrong(`a day has no ${BASE_CURRENCY}`);
  return days.toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

function dayIn({ attributes }: SaxesTagNS, wrong: (problem: string) => Error): string {
  const day = attributes['time']?.value ?? '';
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : NaN;
  // 30 February parses to 2 March in some formats.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day) throw wrong('the time of a day is no date');
  return day;
}

function addRate(rates: Map<string, string>, { attributes }: SaxesTagNS, wrong: (problem: string) => Error): void {
  const currency = attributes['currency']?.value ?? '';
  const rate = attributes['rate']?.value ?? '';
  if (!/^[A-Z]{3}$/.test(currency) || currency === REFERENCE_CURRENCY) throw wrong('a currency has no code of three letters');
  if (rates.has(currency)) throw wrong(`${currency} is there twice in a day`);
  if (!isDecimalString(rate) || rate.length > MAX_RATE_LENGTH || !(Number(rate) > 0))
    throw wrong(`the rate of ${currency} is no positive number`);
  rates.set(currency, rate);
  if (rates.size > MAX_CURRENCIES) throw wrong(`more than ${MAX_CURRENCIES} currencies in a day`);
}
