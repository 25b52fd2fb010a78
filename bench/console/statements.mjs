// Every statement that the product sends to PostgreSQL, with the rows that came back.
import pg from 'pg';

/** Listens until `stop`; `most` is the largest answer since `begin`. */
export function watchStatements() {
  const { prototype } = pg.Client;
  // Called with the client that it is asked of, below.
  const original = Reflect.get(prototype, 'query');
  let most = { rows: 0, text: '' };
  let count = 0;
  prototype.query = function query(...args) {
    const answer = original.apply(this, args);
    if (typeof answer?.then !== 'function') return answer;
    const text = typeof args[0] === 'string' ? args[0] : (args[0]?.text ?? '');
    return answer.then((result) => {
      count += 1;
      const rows = Array.isArray(result?.rows) ? result.rows.length : 0;
      if (rows > most.rows) most = { rows, text };
      return result;
    });
  };
  return {
    begin() {
      most = { rows: 0, text: '' };
      count = 0;
    },
    get most() {
      return most;
    },
    get count() {
      return count;
    },
    stop() {
      prototype.query = original;
    },
  };
}
