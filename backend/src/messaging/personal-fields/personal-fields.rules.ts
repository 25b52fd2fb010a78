/**
 * Names that a text may have between double braces, as in `{{first_name|friend}}`. `example` stands for the value in test emails and in
 * previews without a person. The statements that read the values are in personal-fields.query.ts.
 */
export const personalFields = {
  first_name: { about: 'First name', example: 'Ann' },
  last_name: { about: 'Last name', example: 'Walker' },
  full_name: { about: 'First and last name', example: 'Ann Walker' },
  membership: { about: 'trade club or hedge fund', example: 'trade club' },
  country: { about: 'Country', example: 'Spain' },
  referral_code: { about: 'Referral code', example: 'TIDE42' },
  member_since: { about: 'Year in which the account was created', example: '2026' },
  currency: { about: 'Currency chosen for figures; many have chosen none', example: 'EUR' },
} as const;
export type PersonalField = keyof typeof personalFields;
export const personalFieldNames = Object.keys(personalFields) as PersonalField[];

/** Null or empty: this person has none. */
export type FieldValues = Readonly<Partial<Record<PersonalField, string | null>>>;

export const exampleValues = Object.fromEntries(personalFieldNames.map((name) => [name, personalFields[name].example])) as FieldValues;

const MAX_FIELDS = 50;
const MAX_FALLBACK = 60;
/** A field with its fallback, and whatever else begins or ends like one. */
const fieldOrBrace = /\{\{([^{}\n]*)\}\}|\{\{|\}\}/g;
const fieldOnly = /\{\{([^{}\n]*)\}\}/g;
/** Would end a header line, or turn the direction of writing around: no value brings them into an email. */
const unsafe = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

const isField = (name: string): name is PersonalField => Object.hasOwn(personalFields, name);

/** `fallback` null: there is none. */
interface ParsedField {
  name: string;
  fallback: string | null;
}

function parse(inside: string): ParsedField {
  const bar = inside.indexOf('|');
  if (bar === -1) return { name: inside.trim(), fallback: null };
  return { name: inside.slice(0, bar).trim(), fallback: inside.slice(bar + 1).trim() };
}

function problemWith({ name, fallback }: ParsedField): string | null {
  if (name === '') return 'names no field';
  if (!isField(name)) return 'is not a personal field';
  if (fallback === '') return 'has an empty fallback: write one after the bar, or leave the bar out';
  if (fallback?.includes('|')) return 'has more than one fallback';
  if (fallback !== null && [...fallback].length > MAX_FALLBACK) return `has a fallback of more than ${MAX_FALLBACK} characters`;
  return null;
}

/** Says what is wrong with the first unusable field of a text and where it is; null: all of them can be filled. */
export function fieldProblem(text: string): string | null {
  let fields = 0;
  for (const { 0: found, 1: inside, index } of text.matchAll(fieldOrBrace)) {
    const lines = text.slice(0, index).split('\n');
    const where = `Line ${lines.length}, character ${[...lines.at(-1)!].length + 1}`;
    if (inside === undefined) {
      return found === '{{'
        ? `${where}: “{{” begins a personal field that does not end with “}}” on the same line`
        : `${where}: “}}” ends a personal field that did not begin`;
    }
    const problem = problemWith(parse(inside));
    if (problem) return `${where}: “${found}” ${problem}. The fields are ${personalFieldNames.join(', ')}`;
    if (++fields > MAX_FIELDS) return `${where}: a text may have ${MAX_FIELDS} personal fields at most`;
  }
  return null;
}

/** The fields of texts that have no fallback in at least one place: everybody needs a value. */
export function requiredFields(...texts: readonly string[]): PersonalField[] {
  const required = new Set<PersonalField>();
  for (const [, inside] of texts.flatMap((text) => [...text.matchAll(fieldOnly)])) {
    const { name, fallback } = parse(inside!);
    if (fallback === null && isField(name)) required.add(name);
  }
  return personalFieldNames.filter((name) => required.has(name));
}

/**
 * Puts a person's values into a text, in one pass: braces within a value stay as they are. A field without value and fallback stays too,
 * and is in `missing`. The result is plain text, which the layout of the email escapes.
 */
export function fillFields(text: string, values: FieldValues): { text: string; missing: PersonalField[] } {
  const missing = new Set<PersonalField>();
  const filled = text.replaceAll(fieldOnly, (found, inside: string) => {
    const { name, fallback } = parse(inside);
    if (!isField(name)) return found;
    const value = (values[name] ?? '').replaceAll(unsafe, ' ').trim();
    if (value !== '') return value;
    if (fallback !== null) return fallback;
    missing.add(name);
    return found;
  });
  return { text: filled, missing: [...missing] };
}
