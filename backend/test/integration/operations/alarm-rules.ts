import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';

const RULES = resolve('deploy/observability/alerts.yml');
const SERIES = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/** Scrapes of the running product, a minute apart. */
export class Timeline {
  private readonly scrapes: Map<string, string>[] = [];

  get minutes(): number {
    return this.scrapes.length;
  }

  /** `text`: what `/metrics` answered; null: nobody answered. */
  add(text: string | null, job: 'api' | 'worker' = 'worker'): this {
    const target = `job="tidemark-${job}",instance="${job}:1"`;
    const scrape = new Map(
      ['api', 'worker'].map((one) => [`up{job="tidemark-${one}",instance="${one}:1"}`, one === job && text === null ? '0' : '1']),
    );
    for (const line of text?.split('\n') ?? []) {
      const [, name, labels, value] = SERIES.exec(line) ?? [];
      // Prometheus renames labels that the target has too.
      const own = labels?.replaceAll(/(^|,)(job|instance)=/g, '$1exported_$2=');
      if (name !== undefined) scrape.set(`${name}{${own ? `${own},` : ''}${target}}`, value!.replace('Nan', 'NaN'));
    }
    this.scrapes.push(scrape);
    return this;
  }

  /** The minutes at which an alarm fires, by promtool: it evaluates the rules as they are deployed, each minute. */
  async firing(promtool: string, alert: string): Promise<number[]> {
    const fires = `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0 or vector(0)`;
    const expectations = this.scrapes.map((_, minute) => ({
      expr: fires,
      eval_time: `${minute}m`,
      exp_samples: [{ labels: '{}', value: 0 }],
    }));
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-alarms-'));
    try {
      const file = join(folder, 'test.yml');
      const test = { interval: '1m', input_series: this.series(alert), promql_expr_test: expectations };
      writeFileSync(file, stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }));
      return minutesIn(await run(promtool, ['test', 'rules', file]));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Those that the rule asks for: promtool takes seconds for all of them. */
  private series(alert: string): { series: string; values: string }[] {
    const expr = rules().find((rule) => rule.alert === alert)?.expr;
    if (expr === undefined) throw new Error(`there is no alarm ${alert}`);
    const asked = new Set(expr.match(/[a-z_]\w+/g));
    const names = new Set(this.scrapes.flatMap((scrape) => [...scrape.keys()]).filter((series) => asked.has(series.split('{')[0]!)));
    return [...names].map((series) => ({ series, values: this.scrapes.map((scrape) => scrape.get(series) ?? '_').join(' ') }));
  }
}

/** The alarm rules as they are deployed. */
export const rules = (): { alert: string; expr: string }[] =>
  (parse(readFileSync(RULES, 'utf8')) as { groups: { rules: { alert: string; expr: string }[] }[] }).groups.flatMap((group) => group.rules);

/** What promtool says of the samples that are not as expected: those at which the alarm fires. Throws where it says anything else. */
function minutesIn({ code, output }: { code: number; output: string }): number[] {
  if (code === 0) return [];
  const minutes = [...output.matchAll(/time: (?:(\d+)h)?(?:(\d+)m)?(?:\d+s)?,/g)].map(
    ([, hours = '0', rest = '0']) => Number(hours) * 60 + Number(rest),
  );
  if (minutes.length === 0 || !output.includes('FAILED')) throw new Error(output);
  return minutes;
}

function run(program: string, argv: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    execFile(program, argv, { maxBuffer: 16 * 2 ** 20 }, (error, out, err) => done({ code: error ? 1 : 0, output: `${out}${err}` }));
  });
}
