// What each list costs the server in every way it can be asked, and whether it keeps within its bounds.
import { median } from '../lib/figures.mjs';
import { PAGE, reader, totalOf, valuesOf } from './lists.mjs';

/** What the console must keep to, in milliseconds of the server's time. */
export const GOAL_MS = 300;
const LARGEST_PAGE = 1_000;
/** A statement may bring the rows of a page and what belongs to each; never a table. */
const MAX_OF_A_ROW = 100;
/** How often something is asked: less often where a list has hundreds of combinations, and again where it seems slow. */
export const TIMES = { page: 5, combination: 1, doubtful: 7, orders: true };
/** For whoever wants no times: everything is asked once, and no filter in every order. */
export const ONCE = { page: 0, combination: 0, doubtful: 0, orders: false };

const range = (offset, limit = PAGE) => [offset, offset + limit - 1];

export class Measurement {
  #read;
  #statements;
  #samples;
  #times;
  /** Sentences about what is not as it must be. */
  faults = [];
  asked = 0;

  constructor(inject, token, { statements, samples, times = TIMES }) {
    this.#read = reader(inject, token);
    this.#statements = statements;
    this.#samples = samples;
    this.#times = times;
  }

  /** The median of some requests; the first, which may find a cold cache, is thrown away. Null where the server refuses it. */
  async cost(list, query, wanted = this.#times.combination) {
    const costs = [];
    let times = wanted;
    for (let n = 0; n <= times; n++) {
      this.#statements.begin();
      const answer = await this.#read(list.path, query);
      this.asked += 1;
      if (answer.status === 400) return null;
      this.#judge(answer, query.range ? query.range[1] - query.range[0] + 1 : PAGE);
      if (n > 0) costs.push(answer.ms);
      if (n === times && median(costs) > GOAL_MS / 2 && times < this.#times.doubtful) times = this.#times.doubtful;
    }
    return { ms: median(costs), query };
  }

  #judge({ status, body, asked }, limit) {
    if (status !== 200) this.faults.push(`${asked} answers ${status}`);
    if (Array.isArray(body) && body.length > limit) this.faults.push(`${asked} has ${body.length} rows where ${limit} were asked for`);
    const { rows, text } = this.#statements.most;
    if (rows > MAX_OF_A_ROW * Math.max(limit, 1)) this.faults.push(`${asked} reads ${rows} rows by: ${text.slice(0, 160)}`);
  }

  /** A list in every way it can be asked. */
  async list(list) {
    const { rules, rows, demanded, first } = list;
    const total = totalOf(first);
    await this.#bounds(list);
    const ask = (query, times) => this.cost(list, { ...query, filter: { ...demanded, ...query.filter } }, times);
    const pages = { first: await ask({ range: range(0) }, this.#times.page) };
    if (total > PAGE) pages.second = await ask({ range: range(PAGE) }, this.#times.page);
    if (total > PAGE) pages.last = await ask({ range: range(Math.floor((total - 1) / PAGE) * PAGE) }, this.#times.page);
    const end = await this.#end(list);
    if (end > total) pages.end = await ask({ range: range(Math.max(0, end - PAGE)) }, this.#times.page);
    const sorts = [];
    const orders = rules.sortable.flatMap((name) => ['ASC', 'DESC'].map((order) => [name, order]));
    const deep = total > PAGE ? [range(0), range(Math.floor((total - 1) / PAGE) * PAGE)] : [range(0)];
    for (const sort of orders) for (const place of deep) sorts.push(await ask({ sort, range: place }));
    const filters = [];
    for (const [name, schema] of Object.entries(rules.filters)) {
      if (name in demanded) continue;
      const values = valuesOf(list.name, name, schema, rows, this.#samples);
      const answered = [];
      for (const value of values) {
        const plain = await ask({ filter: { [name]: value }, range: range(0) });
        if (!plain) continue;
        answered.push(plain);
        // A filter that few rows fit, in an order that another index gives, is where a list becomes slow.
        for (const sort of this.#times.orders ? orders : []) answered.push(await ask({ filter: { [name]: value }, sort, range: range(0) }));
      }
      const refusesAll = answered.length === 0 && (await this.#refuses(list, name));
      // Nobody can name a record of a list that has none.
      const isEmpty = name === 'id' && rows.length === 0;
      if (answered.length === 0 && !refusesAll && !isEmpty)
        this.faults.push(`${list.name}: nothing to try the filter ${name} with; bench/console/samples.mjs can tell`);
      filters.push(...answered.map((one) => ({ ...one, isSearch: name === 'q' })));
    }
    return { name: list.name, total, end, pages, sorts, filters };
  }

  /** Any other read. An export of a file is measured, and held to nothing: it is as long as what it holds. */
  async other(one) {
    const isFile = !String(one.first.headers['content-type']).startsWith('application/json');
    const cost = await this.cost(
      one,
      { ...one.period, ...(Object.keys(one.demanded).length > 0 ? { filter: one.demanded } : {}) },
      isFile ? Math.min(1, this.#times.page) : this.#times.page,
    );
    return { name: one.name, isFile, ms: cost?.ms ?? Number.NaN };
  }

  async #bounds(list) {
    for (const wrong of [
      [0, LARGEST_PAGE],
      [5, 5 + LARGEST_PAGE],
    ]) {
      const { status, body } = await this.#read(list.path, { range: wrong, filter: list.demanded });
      if (status !== 400 || body?.errors?.[0]?.field !== 'range')
        this.faults.push(`${list.name} takes a range of ${LARGEST_PAGE + 1} rows: ${status}`);
    }
    await this.cost(list, { range: range(0, 1), filter: list.demanded }, 0);
    const whole = await this.#read(list.path, { range: range(0, LARGEST_PAGE), filter: list.demanded });
    if (whole.status !== 200 || whole.body.length > LARGEST_PAGE)
      this.faults.push(`${list.name} answers ${whole.status} to the largest page, with ${whole.body?.length} rows`);
    const bare = await this.#read(list.path, Object.keys(list.demanded).length > 0 ? { filter: list.demanded } : {});
    if (!Array.isArray(bare.body) || bare.body.length > 100)
      this.faults.push(`${list.name} answers ${bare.body?.length} rows where no page was asked for`);
  }

  /** How many rows there are, where the list itself counts no further. */
  async #end(list) {
    const has = async (offset) => (await this.#read(list.path, { range: [offset, offset], filter: list.demanded })).body?.length > 0;
    if (!(await has(0))) return 0;
    let [known, behind] = [0, 1];
    while (await has(behind)) [known, behind] = [behind, behind * 2];
    while (behind - known > 1) {
      const middle = Math.floor((known + behind) / 2);
      if (await has(middle)) known = middle;
      else behind = middle;
    }
    return known + 1;
  }

  /** True where a filter stands in the rules only to be refused in words. */
  async #refuses(list, name) {
    const { status, body } = await this.#read(list.path, { filter: { ...list.demanded, [name]: 'anything' } });
    return status === 400 && /There is no filter/.test(body?.message ?? body?.errors?.[0]?.message ?? '');
  }
}
