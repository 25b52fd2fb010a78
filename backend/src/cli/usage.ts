import type { Command, Options } from './command.js';

/** What every command takes. */
export const everywhere: Options = { json: { help: 'answer as one line of JSON' }, help: { help: 'show this' } };

const optionLines = (options: Options): string[] => {
  const rows = Object.entries({ ...options, ...everywhere }).map(
    ([name, { value, help, required }]) => [`--${name}${value ? ` ${value}` : ''}`, `${help}${required ? ' (required)' : ''}`] as const,
  );
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

/** What starts the command line in the image and where the product is installed (scripts/tidemark.mjs). */
export const PROGRAM = 'tidemark';

/** The usage of one command. */
export function usageOf(name: string, { summary, options }: Command, program = PROGRAM): string {
  return [`${program} ${name} [options]`, '', summary, '', ...optionLines(options), ''].join('\n');
}

/** The usage of all of them. */
export function usage(commands: [string, Command][], program = PROGRAM): string {
  const width = Math.max(...commands.map(([name]) => name.length));
  return [
    `${program} <command> [options]`,
    '',
    ...commands.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    ...(program === PROGRAM ? ['Processes, without options here: api, worker, migrate, backup-timer, make-secrets.'] : []),
    'Options of a command: <command> --help. Every command takes --json.',
    'Exit codes: 0 done, 1 failed or found something wrong, 2 not understood.',
    '',
  ].join('\n');
}
