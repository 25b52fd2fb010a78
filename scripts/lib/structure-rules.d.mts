export function needsRole(path: string): boolean;
export function hasRole(path: string): boolean;
export function longLines(text: string): number[];
export function isLongFile(path: string, text: string): boolean;
export function misplacedSql(path: string, text: string): string[];
