import type { Readable } from 'node:stream';
import type { DynamicModule, Type } from '@nestjs/common';

/** An option of a command: a flag, or with a `value`, whose word stands in the usage. */
export interface Option {
  help: string;
  value?: string;
  required?: true;
}

export type Options = Record<string, Option>;

/** What was typed, by option: a text where it takes a value, else whether it was there. */
export type Given<O extends Options> = {
  [K in keyof O]: O[K] extends { value: string } ? (O[K] extends { required: true } ? string : string | undefined) : boolean;
};

/** The command line was not understood. Its message is followed by the usage. */
export class Misuse extends Error {}

export interface CommandContext<O extends Options> {
  options: Given<O>;
  input: Readable;
  /** A line to people who wait, on the error output. */
  note: (line: string) => void;
  /** A provider of the command's modules, or of the core. */
  get: <T>(type: abstract new (...args: never[]) => T) => T;
}

/** What a command says at its end: `data` for --json, `lines` for people. `ok: false` is exit code 1: it did its work and found something wrong. */
export interface Outcome {
  ok?: boolean;
  data: object;
  lines: string[];
}

export interface Command<O extends Options = Options> {
  summary: string;
  options: O;
  /** What it needs of the product; without it the command reads no settings and reaches no database. */
  modules?: () => Promise<(Type | DynamicModule)[]>;
  /** Connects as the owner of the tables, where DATABASE_OWNER_URL names one. */
  owner?: true;
  /** Throws DomainError for what the one who typed it can mend, and Misuse for options that do not go together. */
  run(context: CommandContext<O>): Promise<Outcome>;
}

export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command;
}
