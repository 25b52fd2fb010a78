/**
 * When a process started, as an opaque text; null when there is none, or only its exit status is left. With the id it tells a process from
 * a later one of the same id.
 */
export function startOf(pid: number): string | null;
