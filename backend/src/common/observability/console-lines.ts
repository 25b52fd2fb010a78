import type { Logger } from 'pino';

/** Writes what libraries print on the console (BullMQ: the version and the settings of Redis) as lines of the log, each text once: they print it with every connection. */
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
