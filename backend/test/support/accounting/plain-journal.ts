// Reads the part of the journal format that the exports use, and checks what hledger 1.25 checks. Shares no code with the writer.

export interface ParsedPosting {
  account: string;
  commodity: string;
  /** As written. */
  amount: string;
  /** The balance that the account must have after this posting; null: none is stated. */
  asserted: string | null;
}

export interface ParsedTransaction {
  date: string;
  code: string | null;
  description: string;
  tags: Record<string, string>;
  postings: ParsedPosting[];
}

export interface ParsedJournal {
  accounts: string[];
  types: Record<string, string>;
  transactions: ParsedTransaction[];
  /** By account and commodity, in units of 10^-18; zero balances are left out. */
  balances: Map<string, bigint>;
}

const AMOUNT = String.raw`-?\d+(?:\.\d+)? [A-Z]+`;
const HEAD = /^(\d{4}-\d\d-\d\d) \* (?:\(([^()]*)\) )?([^;|]*)$/;
const POSTING = new RegExp(`^    (\\S(?:[^;]*?\\S)?)  (${AMOUNT})(?: = (${AMOUNT}))?$`);
const TAG = /^ {4}; ([a-z]+): (.*)$/;

/** Units of 10^-18. */
export function unitsOf(decimal: string): bigint {
  const [whole = '', part = ''] = decimal.replace('-', '').split('.');
  if (part.length > 18) throw new Error(`${decimal} has more than 18 places`);
  const size = BigInt(whole + part.padEnd(18, '0'));
  return decimal.startsWith('-') ? -size : size;
}

/** Throws with the line for text that is not the format, transactions that do not balance, undeclared accounts and failed assertions. */
export function parseJournal(text: string): ParsedJournal {
  const journal: ParsedJournal = { accounts: [], types: {}, transactions: [], balances: new Map() };
  const commodities = new Set<string>();
  let open: ParsedTransaction | null = null;
  let last = { directive: '', name: '' };
  for (const [index, line] of text.split('\n').entries()) {
    const wrong = (problem: string) => new Error(`line ${index + 1}, ${JSON.stringify(line)}: ${problem}`);
    const [, directive, name] = /^(commodity|account) (.+)$/.exec(line) ?? [];
    if (line === '') {
      open = null;
    } else if (line.startsWith(';')) {
      continue;
    } else if (directive !== undefined && name !== undefined) {
      open = null;
      last = { directive, name };
      if (directive === 'commodity') commodities.add(name);
      else if (journal.accounts.includes(name)) throw wrong('declared twice');
      else journal.accounts.push(name);
    } else if (/^ {4}format [\d.]+ [A-Z]+$/.test(line) && last.directive === 'commodity') {
      if (!line.endsWith(` ${last.name}`)) throw wrong('a format of another commodity');
    } else if (HEAD.test(line)) {
      const [, date = '', code, description = ''] = HEAD.exec(line)!;
      if (date < (journal.transactions.at(-1)?.date ?? '')) throw wrong('before the transaction above it');
      journal.transactions.push((open = { date, code: code ?? null, description, tags: {}, postings: [] }));
    } else if (TAG.test(line)) {
      const [, tag = '', value = ''] = TAG.exec(line)!;
      if (open) open.tags[tag] = value;
      else if (last.directive === 'account' && tag === 'type') journal.types[last.name] = value;
      else throw wrong('a tag of nothing');
    } else if (POSTING.test(line) && open) {
      const [, account = '', amount = '', asserted] = POSTING.exec(line)!;
      if (/ {2}|\t/.test(account)) throw wrong('two spaces end an account');
      if (!journal.accounts.includes(account)) throw wrong('an account that is not declared');
      const [figure = '', commodity = ''] = amount.split(' ');
      if (!commodities.has(commodity)) throw wrong('a commodity that is not declared');
      const key = `${account} ${commodity}`;
      const balance = (journal.balances.get(key) ?? 0n) + unitsOf(figure);
      journal.balances.set(key, balance);
      const [stated = null, of] = asserted?.split(' ') ?? [];
      if (stated !== null && (of !== commodity || unitsOf(stated) !== balance)) throw wrong(`the balance is ${balance}`);
      open.postings.push({ account, commodity, amount: figure, asserted: stated });
    } else {
      throw wrong('not understood');
    }
  }
  for (const { date, description, postings } of journal.transactions) {
    const sums = new Map<string, bigint>();
    for (const { commodity, amount } of postings) sums.set(commodity, (sums.get(commodity) ?? 0n) + unitsOf(amount));
    for (const [commodity, sum] of sums) if (sum !== 0n) throw new Error(`${date} ${description}: ${commodity} is off by ${sum}`);
    if (postings.length < 2) throw new Error(`${date} ${description} has ${postings.length} postings`);
  }
  for (const [key, balance] of journal.balances) if (balance === 0n) journal.balances.delete(key);
  return journal;
}
