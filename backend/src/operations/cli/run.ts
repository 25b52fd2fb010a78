import type { Readable } from 'node:stream';
import { Command as Program, CommanderError } from 'commander';
import { StartError } from '../../boot.js';
import { DomainError } from '../../platform/domain/index.js';
import { scrub } from '../../platform/observability/logger.js';
import { ConfigError } from '../../platform/config/index.js';
import { Misuse, type Command, type Given, type Options, type Outcome } from './command.js';
import { commands, findCommand } from './commands.js';

export type ExitCode = 0 | 1 | 2;

export interface CommandContext {
  /** Returns the variables that the settings are read from; called once, and only for commands that need them. */
  environment: () => Promise<NodeJS.ProcessEnv> | NodeJS.ProcessEnv;
  input: Readable;
  out: (text: string) => void;
  err: (text: string) => void;
  /** What was typed before the command, for the usage; without it `tidemark`. */
  program?: string;
}

const NOTES = [
  'Options of a command: <command> --help. Every command takes --json. keys:list is keys list.',
  'Exit codes: 0 done, 1 failed or found something wrong, 2 not understood.',
].join('\n');
const PROCESSES = 'Processes, without options here: api, worker, migrate, backup-timer, make-secrets.\n';

/** Runs what was typed after `tidemark`. Never throws: a failure is one line on the error output, and an exit code. */
export async function run(argv: readonly string[], context: CommandContext): Promise<ExitCode> {
  const { out, err, program } = context;
  const found = findCommand(argv);
  const root = programOf(context);
  root.addHelpText('after', `\n${program === undefined ? PROCESSES : ''}${NOTES}`);
  let exitCode: ExitCode = 0;
  try {
    for (const name of found ? [found.name] : Object.keys(commands)) {
      const { command } = await commands[name]!();
      addCommand(root, name, command, async (json, options) => {
        const outcome = await execute(command, options, context);
        out(json ? `${JSON.stringify(outcome.data)}\n` : outcome.lines.map((line) => `${line}\n`).join(''));
        exitCode = outcome.ok === false ? 1 : 0;
      });
    }
    await root.parseAsync(found ? [...found.name.split(' '), ...argv.slice(found.words)] : argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    err(`${argv.slice(0, found?.words).join(' ')}: ${reason(error)}\n`);
    return 1;
  }
}

function programOf({ out, err, program = 'tidemark' }: CommandContext): Program {
  const root: Program = new Program(program)
    .usage('<command> [options]')
    .helpOption('--help', 'show this')
    .configureHelp({
      // The overview lists commands, not their nouns.
      visibleCommands: ({ commands: below }) => below.flatMap((noun) => (noun.commands.length > 0 ? noun.commands : [noun])),
      subcommandTerm: (command) => `${command.parent === root ? '' : `${command.parent?.name()} `}${command.name()}`,
    })
    .configureOutput({
      writeOut: out,
      writeErr: err,
      outputError: (text, write) =>
        write(
          text
            .replace(/^error: unknown command '(.*?)'.*\n/s, 'There is no command $1\n')
            .replace(/^error: (.)/, (_, first: string) => first.toUpperCase()),
        ),
    })
    .showHelpAfterError()
    .exitOverride();
  return root;
}

function addCommand(root: Program, name: string, command: Command, act: (json: boolean, options: Given<Options>) => Promise<void>): void {
  const [noun = '', verb = ''] = name.split(' ');
  const parent = root.commands.find((one) => one.name() === noun) ?? root.command(noun);
  const added = parent.command(verb).description(command.summary);
  for (const [option, { value, help, required }] of Object.entries(command.options))
    added.option(`--${option}${value ? ` <${value}>` : ''}`, `${help}${required ? ' (required)' : ''}`);
  added.option('--json', 'answer as one line of JSON').action(async () => {
    const given = Object.fromEntries(
      added.options.map((option) => [option.name(), added.getOptionValue(option.attributeName()) as unknown]),
    );
    try {
      const missing = Object.keys(command.options).filter((option) => command.options[option]?.required && !given[option]);
      if (missing.length > 0) throw new Misuse(`Missing: ${missing.map((option) => `--${option}`).join(', ')}`);
      await act(given['json'] === true, given as Given<Options>);
    } catch (error) {
      if (error instanceof Misuse) added.error(error.message);
      throw error;
    }
  });
}

async function execute(command: Command, options: Given<Options>, { environment, input, err }: CommandContext): Promise<Outcome> {
  const note = (line: string) => err(`${line}\n`);
  const get = () => {
    throw new Error('this command named no modules');
  };
  if (!command.modules) return command.run({ options, input, note, get });
  const { withProduct } = await import('./product.js');
  return withProduct({ environment: await environment(), owner: command.owner === true }, await command.modules(), (of) =>
    command.run({ options, input, note, get: of }),
  );
}

/** Returns the message of an expected failure; of any other, the message without secrets. */
function reason(error: unknown): string {
  if (error instanceof DomainError || error instanceof ConfigError || error instanceof StartError) return error.message;
  return scrub(error instanceof Error ? error.message : String(error));
}
