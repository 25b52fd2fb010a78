// Checks the transparency log of a Tidemark site, with nothing but this file: Node 20 or newer, no packages. The site's own page "Check the
// log" runs this very file in the browser; docs/transparency.md says what each check means.    node verify-log.mjs https://club.example
// reads the log over the site's public routes   node verify-log.mjs https://club.example --save log.json    and keeps what it read   node
// verify-log.mjs --file log.json                         checks what was kept, without a network   ... --remember head.json
// keeps the newest head, and holds the log against it the next time   ... --receipt receipt.json                                  checks
// what a member saved of a signal against the log  Exit codes: 0 everything agrees, 1 something does not, 2 not understood, or the log
// could not be read.

/** Heads that name the end of the audit log, and those before them. */
const FORMAT = 'tidemark.log/v2';
const EARLIER_FORMAT = 'tidemark.log/v1';
const RECEIPT_FORMAT = 'tidemark.receipt/v1';
/** A signal and what may be said of it later are a few. */
const MAX_ENTRIES = 1000;
const HEADS_AT_ONCE = 1000;
const LEAVES_AT_ONCE = 500;
/** Beyond it nobody reads on. */
const MAX_FAULTS = 100;

const utf8 = new TextEncoder();
const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const base64Of = (bytes) => btoa(String.fromCharCode(...bytes));
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

async function sha256(...parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);
/** RFC 6962, section 2.1. */
const leafHash = (data) => sha256(Uint8Array.of(0), data);
const nodeHash = (left, right) => sha256(Uint8Array.of(1), left, right);
/** What a revealed leaf says, as it was committed to before. */
export const committedHash = async (nonce, content) => leafHash(await sha256(nonce, utf8.encode(content)));

/** The root of leaves that come one by one. */
class RunningRoot {
  size = 0;
  #peaks = [];

  async append(hash) {
    let [node, leaves] = [hash, 1];
    while (this.#peaks.at(-1)?.leaves === leaves) {
      node = await nodeHash(this.#peaks.pop().node, node);
      leaves *= 2;
    }
    this.#peaks.push({ node, leaves });
    this.size += 1;
  }

  async root() {
    if (this.size === 0) return sha256();
    const [last, ...others] = this.#peaks.slice().reverse();
    let root = last.node;
    for (const { node } of others) root = await nodeHash(node, root);
    return root;
  }
}

/** RFC 9162, section 2.1.3.2. Hashes are bytes. */
export async function isIncluded({ hash, index, size, root, path }) {
  if (!(index >= 0 && index < size)) return false;
  let [fn, sn, r] = [index, size - 1, hash];
  for (const p of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      r = await nodeHash(p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else {
      r = await nodeHash(r, p);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && same(r, root);
}

/** RFC 9162, section 2.1.4.2. Hashes are bytes. */
export async function isConsistent({ from, to, fromRoot, toRoot, path }) {
  if (!(from >= 1 && from <= to)) return false;
  if (from === to) return path.length === 0 && same(fromRoot, toRoot);
  if (path.length === 0) return false;
  const [first, ...rest] = Number.isInteger(Math.log2(from)) ? [fromRoot, ...path] : path;
  let [fn, sn] = [from - 1, to - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  let [fr, sr] = [first, first];
  for (const c of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = await nodeHash(c, fr);
      sr = await nodeHash(c, sr);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else {
      sr = await nodeHash(sr, c);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && same(fr, fromRoot) && same(sr, toRoot);
}

/** RFC 8785, for what the log holds: no number there has a fraction. */
function canonical(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join(',')}}`;
}

/** The text that is signed of a head. */
export const headText = ({ number, size, root, signedAt, audit }) =>
  (audit ? [FORMAT, number, size, root, signedAt, audit.count, audit.hash] : [EARLIER_FORMAT, number, size, root, signedAt]).join('\n');

async function readKeys(told, fault) {
  const keys = new Map();
  for (const { id, publicKey } of told) {
    try {
      const spki = bytesOf(publicKey);
      if (hexOf(await sha256(spki)) !== id) fault(`The key ${id} is not the one that its name says.`);
      else keys.set(id, await crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']));
    } catch {
      fault(`The key ${id} cannot be read.`);
    }
  }
  return keys;
}

async function isSigned(head, key) {
  try {
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytesOf(head.signature), utf8.encode(headText(head)));
  } catch {
    return false;
  }
}

/** The audit log of the club only grows: who cuts its end, or writes it anew, contradicts a head that was public. */
function checkAudit({ number, audit }, before, fault) {
  if (!audit) fault(`Head ${number} says nothing of the audit log, as the head before it did.`);
  else if (!(audit.count >= before.count)) fault(`Head ${number} counts fewer events of the audit log than the head before it.`);
  else if (audit.count === before.count && audit.hash !== before.hash)
    fault(`Head ${number} counts as many events of the audit log as the head before it, and has another hash.`);
}

async function checkHeads(heads, keys, fault) {
  for (const [at, head] of heads.entries()) {
    const before = heads[at - 1];
    const expected = (before?.number ?? 0) + 1;
    if (head.number !== expected) fault(`Head ${expected} is missing.`);
    const wasQuiet = head.size === before?.size && (head.audit?.count ?? 0) > (before.audit?.count ?? 0);
    if (before && !(head.size > before.size) && !wasQuiet) fault(`Head ${head.number} vouches for no more leaves than the head before it.`);
    if (before && !(Date.parse(head.signedAt) > Date.parse(before.signedAt)))
      fault(`Head ${head.number} was signed before the head before it.`);
    if (before?.audit) checkAudit(head, before.audit, fault);
    const key = keys.get(head.keyId);
    if (!key) fault(`Head ${head.number} was signed with a key that the site does not tell.`);
    else if (!(await isSigned(head, key))) fault(`The signature of head ${head.number} does not hold.`);
  }
}

/** What a leaf says of itself, where it is revealed. */
async function checkContent(leaf, name = `Leaf ${leaf.index}`) {
  const faults = [];
  const hash = hashOf(leaf.hash);
  if (!hash) return { faults: [`${name} has no hash.`], content: null, hash: new Uint8Array(32) };
  if (leaf.content === undefined) return { faults, content: null, hash };
  try {
    if (!same(await committedHash(bytesOf(leaf.nonce), leaf.content), hash))
      faults.push(`${name} says something else than was committed to.`);
    const content = JSON.parse(leaf.content);
    if (canonical(content) !== leaf.content) faults.push(`${name} is not written in the one way that the log knows.`);
    const moment = content.recordedLater === true ? content.recordedAt : (content.publishedAt ?? content.at);
    if (moment !== leaf.at) faults.push(`${name} says ${moment}, and was logged at ${leaf.at}.`);
    if (content.kind !== leaf.kind) faults.push(`${name} is of another kind than it says.`);
    return { faults, content, hash };
  } catch {
    return { faults: [...faults, `${name} cannot be read.`], content: null, hash };
  }
}

function hashOf(base64) {
  try {
    const bytes = bytesOf(base64);
    return bytes.length === 32 ? bytes : null;
  } catch {
    return null; // no base64: no hash
  }
}

/** Holds the heads against the leaves as they go by. */
class HeadWatch {
  #next = 0;

  constructor(heads, fault) {
    this.heads = heads;
    this.fault = fault;
  }

  async take({ index, at }, tree) {
    const [before, head] = [this.heads[this.#next - 1], this.heads[this.#next]];
    if (before && !(Date.parse(at) > Date.parse(before.signedAt)))
      this.fault(`Leaf ${index} is dated before head ${before.number}, which does not know it.`);
    if (!head) return;
    if (!(Date.parse(at) <= Date.parse(head.signedAt))) this.fault(`Leaf ${index} is dated after head ${head.number}, which knows it.`);
    for (let due = this.heads[this.#next]; due && tree.size >= due.size; due = this.heads[this.#next]) {
      if (base64Of(await tree.root()) !== due.root)
        this.fault(`The first ${due.size} leaves are not those that head ${due.number} was signed over.`);
      this.#next += 1;
    }
  }

  end(size) {
    for (const head of this.heads.slice(this.#next))
      this.fault(`Head ${head.number} vouches for ${head.size} leaves, and the site tells ${size}.`);
  }
}

/** The newest head that was seen before still stands, and what there is today goes on from it. */
async function checkSeen(source, seen, heads, fault) {
  const now = heads.at(-1);
  const still = heads.find(({ number }) => number === seen.number);
  if (!still || canonical(still) !== canonical(seen))
    fault(`Head ${seen.number}, which was seen here before, is ${still ? 'another one now' : 'gone'}.`);
  if (!now || now.size < seen.size) {
    fault(`The log was longer when it was seen before: ${seen.size} leaves.`);
  } else if (source.consistency) {
    const { path } = await source.consistency(seen.size, now.size);
    const holds = await isConsistent({
      from: seen.size,
      to: now.size,
      fromRoot: bytesOf(seen.root),
      toRoot: bytesOf(now.root),
      path: path.map(bytesOf),
    }).catch(() => false);
    if (!holds) fault(`The log does not go on from what was seen here before (head ${seen.number}).`);
  }
}

async function pages(read, first, atOnce, take) {
  for (let from = first; ;) {
    const page = await read(from, atOnce);
    await take(page);
    if (page.length < atOnce) return;
    from += page.length;
  }
}

/**
 * Reads a whole log and checks it. `source` gives what the public routes give: `log()`, `heads(from, limit)`, `leaves(from, limit)` and,
 * where there is a network, `consistency(from, to)`; whatever it throws is thrown on. `seen` is a head that was kept, `progress` is told
 * how far the reading is.
 */
export async function checkLog(source, { seen = null, progress = () => {} } = {}) {
  const faults = [];
  const fault = (sentence) => void (faults.length < MAX_FAULTS && faults.push(sentence));
  const log = await source.log();
  if (![FORMAT, EARLIER_FORMAT].includes(log.format)) fault(`The log is of the kind ${log.format}, which is not checked here.`);
  const keys = await readKeys(log.keys, fault);
  const heads = [];
  await pages(source.heads, 1, HEADS_AT_ONCE, (page) => void heads.push(...page));
  await checkHeads(heads, keys, fault);
  if (log.head && !heads.some((head) => canonical(head) === canonical(log.head)))
    fault(`The newest head, number ${log.head.number}, is missing in the list of heads.`);

  const leaves = [];
  const tree = new RunningRoot();
  const watch = new HeadWatch(heads, fault);
  await pages(source.leaves, 0, LEAVES_AT_ONCE, async (page) => {
    const checked = await Promise.all(page.map((leaf) => checkContent(leaf)));
    for (const [at, leaf] of page.entries()) {
      const before = leaves.at(-1);
      if (leaf.index !== leaves.length) fault(`Leaf ${leaves.length} is missing.`);
      if (before && !(Date.parse(leaf.at) > Date.parse(before.at))) fault(`Leaf ${leaf.index} is not younger than the leaf before it.`);
      checked[at].faults.forEach(fault);
      await tree.append(checked[at].hash);
      await watch.take(leaf, tree);
      leaves.push({ ...leaf, content: checked[at].content });
    }
    progress({ leaves: leaves.length, of: log.size });
  });
  watch.end(leaves.length);
  if (leaves.length < log.size) fault(`The site says that there are ${log.size} leaves, and tells ${leaves.length}.`);
  if (seen) await checkSeen(source, seen, heads, fault);
  return {
    faults,
    keys: log.keys,
    heads,
    leaves,
    head: heads.at(-1) ?? null,
    signed: Math.min(heads.at(-1)?.size ?? 0, leaves.length),
    revealed: leaves.filter(({ content }) => content).length,
  };
}

/** The leaves of a signal by its id, or the leaf of a hash in hex or base64. */
export function findLeaves(leaves, wanted) {
  const text = wanted.trim();
  const id = text.toLowerCase();
  return leaves.filter(
    ({ content, hash }) => content?.id === id || content?.signalId === id || hash === text || hexOf(hashOf(hash) ?? []) === id,
  );
}

/** A receipt as it was saved. Throws a sentence for a text that is none. */
export function readReceipt(text) {
  let told;
  try {
    told = JSON.parse(text);
  } catch {
    throw new Error('This is no receipt, or not the whole of it: it cannot be read as JSON.');
  }
  if (told?.format !== RECEIPT_FORMAT || !Array.isArray(told.entries)) throw new Error(`This is no receipt of the kind ${RECEIPT_FORMAT}.`);
  const isEntry = (one) =>
    Number.isSafeInteger(one?.index) &&
    one.index >= 0 &&
    ['kind', 'hash', 'at', 'content', 'nonce'].every((field) => typeof one[field] === 'string');
  if (told.entries.length === 0 || told.entries.length > MAX_ENTRIES || !told.entries.every(isEntry))
    throw new Error('This receipt has no entries, or some that say too little to be checked.');
  return told;
}

/**
 * Holds a receipt against a log that was read and checked: that nonce and content are what its hash commits to, that the log has this hash
 * at this place, and that a signed head vouches for it. With `source.inclusion` by the proof that the site tells; without, by the root that
 * was computed over all leaves.
 */
export async function checkReceipt({ entries }, report, source = {}) {
  const checked = [];
  for (const entry of entries) {
    const { faults, content, hash } = await checkContent(entry, `The receipt of entry ${entry.index}`);
    const leaf = report.leaves[entry.index];
    const head = report.head && report.head.size > entry.index ? report.head : null;
    if (!leaf) faults.push(`The log has no entry ${entry.index}.`);
    else if (leaf.hash !== entry.hash) faults.push(`Entry ${entry.index} of the log has another hash than the receipt.`);
    else if (leaf.at !== entry.at || leaf.kind !== entry.kind)
      faults.push(`Entry ${entry.index} of the log has another time or kind than the receipt.`);
    if (report.faults.length > 0) faults.push('The log itself does not agree, so that it proves nothing.');
    if (faults.length === 0 && head && source.inclusion) {
      const { path } = await source.inclusion(entry.index, head.size);
      const holds = await isIncluded({
        hash,
        index: entry.index,
        size: head.size,
        root: bytesOf(head.root),
        path: path.map(bytesOf),
      }).catch(() => false);
      if (!holds) faults.push(`The proof for entry ${entry.index} does not lead to the root of head ${head.number}.`);
    }
    checked.push({
      index: entry.index,
      at: entry.at,
      hash: entry.hash,
      faults,
      content: faults.length > 0 ? null : content,
      head: faults.length > 0 ? null : head,
    });
  }
  return { entries: checked, faults: checked.flatMap(({ faults }) => faults) };
}

/** The public routes of a site. */
export function overHttp(site, get = fetch) {
  const read = async (path) => {
    const response = await get(`${site.replace(/\/+$/, '')}/api/v1/log${path}`);
    if (!response.ok) throw new Error(`${site} answered ${response.status} to /api/v1/log${path}`);
    return (await response.json()).data;
  };
  return {
    log: () => read(''),
    heads: (from, limit) => read(`/heads?from=${from}&limit=${limit}`),
    leaves: (from, limit) => read(`/leaves?from=${from}&limit=${limit}`),
    consistency: (from, to) => read(`/proof/consistency?from=${from}&to=${to}`),
    inclusion: (index, size) => read(`/proof/inclusion?index=${index}&size=${size}`),
  };
}

/** What was read, for a file; and back. */
export const dumpOf = async (source) => {
  const dump = { log: await source.log(), heads: [], leaves: [] };
  await pages(source.heads, 1, HEADS_AT_ONCE, (page) => void dump.heads.push(...page));
  await pages(source.leaves, 0, LEAVES_AT_ONCE, (page) => void dump.leaves.push(...page));
  return dump;
};
export const fromDump = ({ log, heads, leaves }) => ({
  log: async () => log,
  heads: async (from, limit) => heads.filter(({ number }) => number >= from).slice(0, limit),
  leaves: async (from, limit) => leaves.filter(({ index }) => index >= from).slice(0, limit),
});

const USAGE =
  'node verify-log.mjs <address of the site> [--save FILE] [--remember FILE] [--receipt FILE]\nnode verify-log.mjs --file ' +
  'FILE [--remember FILE] [--receipt FILE]\n';

function optionsOf(argv) {
  const options = {};
  for (let at = 0; at < argv.length; at++) {
    const name = /^--(file|save|remember|receipt)$/.exec(argv[at])?.[1];
    if (name && argv[at + 1]) options[name] = argv[++at];
    else if (!name && /^https?:\/\//.test(argv[at]) && !options.site) options.site = argv[at];
    else return null;
  }
  return (options.site === undefined) === (options.file !== undefined) ? options : null;
}

async function main(argv, { readFileSync, writeFileSync, existsSync }) {
  const options = optionsOf(argv);
  if (!options) {
    process.stderr.write(USAGE);
    return 2;
  }
  const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
  // Before the log is read: a file that is no receipt is said at once.
  const receipt = options.receipt && readReceipt(readFileSync(options.receipt, 'utf8'));
  const online = options.site && overHttp(options.site);
  const dump = online ? await dumpOf(online) : json(options.file);
  if (options.save) writeFileSync(options.save, JSON.stringify(dump));
  const seen = options.remember && existsSync(options.remember) ? json(options.remember) : null;
  // One reading for all checks: what is said is what was saved.
  const report = await checkLog({ ...fromDump(dump), ...(online && { consistency: online.consistency }) }, { seen });
  for (const fault of report.faults) process.stdout.write(`BROKEN: ${fault}\n`);
  if (report.faults.length > 0) return 1;
  if (options.remember && report.head) writeFileSync(options.remember, JSON.stringify(report.head));
  process.stdout.write(
    `${report.leaves.length} leaves, ${report.revealed} of them revealed, and ${report.heads.length} signed heads agree.\n`,
  );
  if (report.head)
    process.stdout.write(
      `The newest head, number ${report.head.number} of ${report.head.signedAt}, vouches for ${report.signed} ` +
        `leaves.\nSigned with ${report.head.keyId}.\n`,
    );
  if (report.head?.audit)
    process.stdout.write(
      `It fixes the audit log of the club too: ${report.head.audit.count} events, the last of which has the hash ` +
        `${report.head.audit.hash}.\n`,
    );
  return receipt ? tellReceipt(await checkReceipt(receipt, report, online || {})) : 0;
}

function tellReceipt({ entries, faults }) {
  for (const fault of faults) process.stdout.write(`BROKEN: ${fault}\n`);
  for (const { index, at, content, head } of entries) {
    if (content)
      process.stdout.write(
        `The receipt of entry ${index} holds: logged at ${at}, ` +
          `${head ? `and head ${head.number} of ${head.signedAt} vouches for it` : 'and no head vouches for it yet'}. It ` +
          `says:\n${canonical(content)}\n`,
      );
  }
  return faults.length > 0 ? 1 : 0;
}

// Run by name, and not when a page or a test takes its functions. getBuiltinModule: a browser has no "node:" to import from.
const builtin = (name) => globalThis.process?.getBuiltinModule?.(name);
if (
  builtin('node:url') &&
  process.argv[1] &&
  import.meta.url === builtin('node:url').pathToFileURL(builtin('node:fs').realpathSync(process.argv[1])).href
) {
  void main(process.argv.slice(2), builtin('node:fs'))
    .catch((error) => {
      process.stderr.write(`The log could not be read: ${error.message}\n`);
      return 2;
    })
    .then((code) => (process.exitCode = code));
}
