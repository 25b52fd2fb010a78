export function isSource(path: string): boolean;
export function namedPaths(source: string): string[];
export function resolvePath(from: string, path: string, files: Set<string>): string | undefined;
export function importersOf(sources: [path: string, source: string][], files: Set<string>): Map<string, string[]>;
export function dependentsOf(importers: Map<string, string[]>, changed: string[]): Map<string, number>;
