import type { Logger } from 'pino';

/**
 * Redirects what libraries print on the console to the log (BullMQ: Redis's version and settings), each text once: they print it with every
 * connection.
 */
export function logConsole(log: Logger, target: Pick<Console, 'warn' | 'error'> = console): void {
  const seen = new Set<string>();
  const write =
    (level: 'warn' | 'error') =>
    (...parts: unknown[]): void => {
      const text = parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ');
      if (seen.has(text)) return;
      seen.add(text);
      log[level]({ context: 'Console' }, text);
    };
  target.warn = write('warn');
  target.error = write('error');
}
