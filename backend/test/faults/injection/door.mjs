import { pause } from '../../../../scripts/lib/clock.mjs';
import { NobodyReady } from '../balancer.ts';

const PATIENCE_MS = 12_000;
const AGAIN_MS = 250;

/** Bytes of a form with files, and the header that says how it is divided. */
export async function formOf(form) {
  const packed = new Response(form);
  return { body: Buffer.from(await packed.arrayBuffer()), headers: { 'content-type': packed.headers.get('content-type') } };
}

/** How a client sends: through the balancer, from a network of its own, with every operation in the history. */
export class Door {
  #balancer;
  #history;
  #network;

  constructor(balancer, history, network) {
    this.#balancer = balancer;
    this.#history = history;
    this.#network = network;
  }

  /** One request: { status, data }; status null: nobody knows whether it was carried out; `unsent`: it was not. */
  async send(method, path, { token, body, headers = {}, form } = {}) {
    const packed = form ?? (body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    const all = { 'x-forwarded-for': this.#network, ...(token && { authorization: token }), ...packed.headers, ...headers };
    try {
      const answer = await this.#balancer.send(`/api/v1${path}`, { method, headers: all, body: packed.body, patienceMs: PATIENCE_MS });
      return { status: answer.status, data: parsed(answer.body) };
    } catch (error) {
      if (error instanceof NobodyReady || error.code === 'ECONNREFUSED')
        return { status: null, unsent: true, why: error.code ?? error.message };
      return { status: null, why: error.code ?? error.name };
    }
  }

  /** A question, asked until it is answered: what changes nothing may be asked again. Null where the answer is a refusal. */
  async ask(path, token) {
    for (;;) {
      const { status, data } = await this.send('GET', path, { token });
      if (status !== null && status !== 503) this.#history.answers.push({ at: Date.now(), status, op: 'read' });
      if (status === 200) return data;
      if (status !== null && status < 500) return null;
      await pause(AGAIN_MS);
    }
  }

  /**
   * Carries an operation out: writes it down, sends it, and sends it again, the same bytes with the same key, while nobody knows what
   * became of it. `request` gives { method, path, ... } for each try. `twice`: two at a time, as a double click does. `meansDone`: a
   * refusal of a repeated try that tells that an earlier one had succeeded. `renew`: signs in again where the session has gone, or is too
   * old for the act. Returns the operation and the answer that settled it.
   */
  async act({ op, by, about, request, twice = false, meansDone = () => false, renew = null }) {
    const operation = this.#history.begin(op, by, about);
    for (let renewed = 0; ;) {
      const copies = twice && operation.tries === 0 ? 2 : 1;
      const { method, path, ...rest } = await request();
      const before = operation.unknownTries;
      this.#history.sending(operation, copies);
      const answers = await Promise.all(Array.from({ length: copies }, () => this.send(method, path, rest)));
      for (const { status, why, unsent } of answers) {
        if (unsent) this.#history.write({ n: operation.n, op, say: 'unsent', why });
        else this.#history.answered(operation, status, why);
      }
      const good = answers.find(({ status }) => status !== null && status < 300);
      if (good) return this.#settled(operation, 'acked', good);
      const unknown = answers.some(({ status, unsent }) => !unsent && (status === null || status >= 500));
      const refused = answers.find(({ status }) => status !== null && status >= 400 && status < 500);
      if (refused && !unknown) {
        if ((refused.status === 401 || refused.data?.stepUp === true) && renew && renewed < 5) {
          renewed += 1;
          await renew();
          continue;
        }
        if (before === 0) return this.#settled(operation, 'refused', refused);
        return this.#settled(operation, meansDone(refused) ? 'acked' : 'unknown', refused);
      }
      await pause(AGAIN_MS);
    }
  }

  #settled(operation, outcome, { status, data }) {
    this.#history.settle(operation, outcome, status);
    return { operation, outcome, status, data };
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // an answer that was cut, or a page
  }
}
