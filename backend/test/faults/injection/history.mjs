import { closeSync, openSync, writeSync } from 'node:fs';

const KEPT_LINES = 40;

/**
 * What the clients did and what they were told, a JSON line each, written before a request is sent and after its answer: whatever dies, the
 * file says what was under way. An operation is `acked` (the client saw a 2xx), `refused` (a 4xx, and no try before it whose end is not
 * known) or `unknown`.
 */
export class History {
  #file;
  #begun = Date.now();
  #last = [];
  /** Every operation, in the order they began. */
  operations = [];
  /** Every answer: { at, status, op }. */
  answers = [];
  /** Faults and what became of them: { name, from, until, recoveredMs }. */
  faults = [];

  constructor(path) {
    this.#file = openSync(path, 'w');
  }

  /** An operation that a client is about to send. `about` says what must be found afterwards. */
  begin(op, by, about) {
    const operation = { n: this.operations.length + 1, op, by, about, outcome: 'open', tries: 0, unknownTries: 0, begunAt: Date.now() };
    this.operations.push(operation);
    return operation;
  }

  sending(operation, copies = 1) {
    operation.tries += copies;
    this.write({
      n: operation.n,
      op: operation.op,
      by: operation.by,
      say: 'send',
      try: operation.tries,
      ...(copies > 1 && { copies }),
      ...(operation.tries === copies && { about: operation.about }),
    });
  }

  /** One answer, or none: `status` null. */
  answered(operation, status, why) {
    this.answers.push({ at: Date.now(), status, op: operation.op });
    if (status === null || status >= 500) operation.unknownTries += 1;
    this.write({
      n: operation.n,
      op: operation.op,
      say: status === null ? 'unknown' : 'answer',
      ...(status !== null && { status }),
      ...(why !== undefined && { why }),
    });
  }

  settle(operation, outcome, status) {
    Object.assign(operation, { outcome, status, settledAt: Date.now() });
    this.write({ n: operation.n, op: operation.op, say: outcome, ...(status !== undefined && { status }) });
  }

  fault(fields) {
    this.write({ say: 'fault', ...fields });
  }

  note(text) {
    this.write({ say: 'note', text });
  }

  /** Of this kind, with this outcome. */
  of(op, ...outcomes) {
    return this.operations.filter((one) => one.op === op && (outcomes.length === 0 || outcomes.includes(one.outcome)));
  }

  get lastLines() {
    return [...this.#last];
  }

  write(fields) {
    const line = JSON.stringify({ ms: Date.now() - this.#begun, ...fields });
    writeSync(this.#file, `${line}\n`);
    this.#last.push(line);
    if (this.#last.length > KEPT_LINES) this.#last.shift();
  }

  close() {
    closeSync(this.#file);
  }
}
