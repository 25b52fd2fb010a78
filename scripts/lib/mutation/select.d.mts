export class SelectionError extends Error {}

export function selectByIds<T extends { id: string }>(entries: readonly T[], words: readonly string[]): T[];
export function evenSample<T>(entries: readonly T[], count: number): T[];
export function select<T extends { id: string }>(entries: readonly T[], args: readonly string[]): T[];
export function repeatedIds(entries: readonly { id: string }[]): string[];
