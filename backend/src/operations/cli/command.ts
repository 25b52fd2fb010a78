import type { Readable } from 'node:stream';
import type { DynamicModule, Type } from '@nestjs/common';

/** An option of a command: a flag, or with a `value`, named in the usage. */
export interface Option {
  help: string;
  value?: string;
  required?: true;
}

export type Options = Record<string, Option>;

/** The given options: a text where the option takes a value, else whether it was given. */
export type Given<O extends Options> = {
  [K in keyof O]: O[K] extends { value: string } ? (O[K] extends { required: true } ? string : string | undefined) : boolean;
};

/** The command line was not understood: exit code 2. The usage follows the message. */
export class Misuse extends Error {}

export interface CommandContext<O extends Options> {
  options: Given<O>;
  input: Readable;
  /** Writes a progress line to the error output. */
  note: (line: string) => void;
  /** Returns a provider of the command's modules, or of the core. */
  get: <T>(type: abstract new (...args: never[]) => T) => T;
}

/** A command's result: `data` for --json, `lines` for people. `ok: false` is exit code 1: the command ran and found something wrong. */
export interface Outcome {
  ok?: boolean;
  data: object;
  lines: string[];
}

export interface Command<O extends Options = Options> {
  summary: string;
  options: O;
  /** The modules it needs; without them the command reads no settings and connects to no database. */
  modules?: () => Promise<(Type | DynamicModule)[]>;
  /** Connects as the owner of the tables, where DATABASE_OWNER_URL names one. */
  owner?: true;
  /** Throws DomainError for what the operator can correct, and Misuse for options that exclude each other. */
  run(context: CommandContext<O>): Promise<Outcome>;
}

export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command;
}

/** Returns up to `max` faults, each after `label`, and how many more there are; --json has all of them. */
export const faultLines = (label: string, faults: readonly string[], max = 20) => [
  ...faults.slice(0, max).map((fault) => `${label}: ${fault}`),
  ...(faults.length > max ? [`and ${faults.length - max} more`] : []),
];
