import type { Operation } from './operations.mjs';

export interface Sources {
  paths: string[];
  read: (path: string) => string;
}

export function readSources(folder: string): Sources;
export function sourcesOf(files: Record<string, string>): Sources;

export class Mutator {
  constructor(sources: Sources);
  apply(operations: Operation | Operation[]): Map<string, string>;
}
