import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { StartError } from '../boot.js';
import { DomainError } from '../common/domain/index.js';
import { scrub } from '../common/observability/logger.js';
import { ConfigError } from '../config/index.js';
import { Misuse, type Command, type Given, type Options, type Outcome } from './command.js';
import { commands } from './commands.js';
import { everywhere, usage, usageOf } from './usage.js';

export type ExitCode = 0 | 1 | 2;

export interface Surroundings {
  /** The variables that the settings are read from; asked for once, and only by commands that need them. */
  environment: () => Promise<NodeJS.ProcessEnv> | NodeJS.ProcessEnv;
  input: Readable;
  out: (text: string) => void;
  err: (text: string) => void;
  /** What was typed before the command, for the usage; without it `tidemark`. */
  program?: string;
}

/** Runs what was typed after `tidemark`. Never throws: what goes wrong is one line on the error output, and an exit code. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { out, err, program } = surroundings;
  const [name = '', ...rest] = argv;
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    const all = usage(await everyCommand(), program);
    if (name === '--help' || name === 'help') out(all);
    else err(name === '' ? all : `There is no command ${name}\n\n${all}`);
    return name === '--help' || name === 'help' ? 0 : 2;
  }
  const { command } = await load();
  try {
    const { json, help, options } = read(command, rest);
    if (help) {
      out(usageOf(name, command, program));
      return 0;
    }
    const outcome = await execute(command, options, surroundings);
    out(json ? `${JSON.stringify(outcome.data)}\n` : outcome.lines.map((line) => `${line}\n`).join(''));
    return outcome.ok === false ? 1 : 0;
  } catch (error) {
    if (error instanceof Misuse) err(`${error.message}\n\n${usageOf(name, command, program)}`);
    else err(`${name}: ${reason(error)}\n`);
    return error instanceof Misuse ? 2 : 1;
  }
}

async function everyCommand(): Promise<[string, Command][]> {
  return Promise.all(Object.entries(commands).map(async ([name, load]) => [name, (await load()).command] as [string, Command]));
}

function read({ options }: Command, argv: string[]): { json: boolean; help: boolean; options: Given<Options> } {
  const known: Record<string, { type: 'string' | 'boolean' }> = {};
  for (const [option, { value }] of Object.entries({ ...options, ...everywhere })) known[option] = { type: value ? 'string' : 'boolean' };
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({ args: argv, options: known, strict: true, allowPositionals: false }));
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
  const { json = false, help = false, ...given } = values;
  const missing = Object.keys(options).filter((name) => options[name]?.required && !given[name]);
  if (missing.length > 0 && !help) throw new Misuse(`Missing: ${missing.map((name) => `--${name}`).join(', ')}`);
  return { json: json === true, help: help === true, options: given as Given<Options> };
}

async function execute(command: Command, options: Given<Options>, { environment, input, err }: Surroundings): Promise<Outcome> {
  const note = (line: string) => err(`${line}\n`);
  if (!command.modules) {
    return command.run({
      options,
      input,
      note,
      get: () => {
        throw new Error('this command named no modules');
      },
    });
  }
  const { withProduct } = await import('./product.js');
  return withProduct({ environment: await environment(), owner: command.owner === true }, await command.modules(), (get) =>
    command.run({ options, input, note, get }),
  );
}

/** The sentence of an expected failure; of any other its message, without the secrets that may stand in it. */
function reason(error: unknown): string {
  if (error instanceof DomainError || error instanceof ConfigError || error instanceof StartError) return error.message;
  return scrub(error instanceof Error ? error.message : String(error));
}
