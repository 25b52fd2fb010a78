import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger as Pino, type LoggerOptions } from 'pino';
import { currentTrace } from './trace.js';
import { tracing } from './tracing.js';

/** Fields that are removed from every log line, at any depth (security T20). */
const secretFields = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'otp',
  'recoveryCodes',
  'challenge',
  'authorization',
  'cookie',
  'apiKey',
  'api_key',
  'secretKey',
  'secret_key',
  'passphrase',
  'secret',
  'signature',
  'userName',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'REDIS_URL',
  'SMTP_URL',
  'S3_URL',
  'ENCRYPTION_KEYS',
  'LOG_SIGNING_KEY',
  'MARKET_KEYS',
  'TRON_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
];
const redactPaths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/** Secrets inside texts: signed URLs, connection strings, bearer tokens, links with a mail token, URLs of the Bot API. */
const patterns: [RegExp, string][] = [
  [/((?:\/bot|\b)\d{5,20}(?::|%3A))[\w-]{30,}/gi, '$1[redacted]'],
  [/\b(signature|sig)=[^&\s"']+/gi, '$1=[redacted]'],
  [/(\w+:\/\/[^\s:/@]*:)[^\s@]+@/g, '$1[redacted]@'],
  [/(bearer\s+)[\w.-]+/gi, '$1[redacted]'],
  [/((?:emailconfirm|changepassword|unsubscribe)\/)[\w-]{20,}/gi, '$1[redacted]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[redacted]'],
];

export function scrub(text: string): string {
  let clean = text;
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
  return clean;
}

/**
 * Serialises an error's name, code, message and stack; never its other properties, which may hold requests, options or query parameters.
 */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: scrub(String(error)).slice(0, 2000) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    ...(typeof code === 'string' && { code }),
    message: scrub(error.message).slice(0, 2000),
    ...(error.stack && { stack: scrub(error.stack).slice(0, 6000) }),
    ...(error.cause !== undefined && { cause: errorFields(error.cause) }),
  };
}

/** Adds the current trace; the line's own fields take precedence. */
function originFields(): { requestId?: string; trace_id?: string } {
  const trace = currentTrace();
  const span = tracing()?.current();
  return { ...(trace && { requestId: trace.requestId }), ...(span && { trace_id: span.traceId }) };
}

/** Creates a logger that writes one JSON line an event, to standard output unless `destination` is given. */
export function createLogger(process: 'api' | 'worker' | 'migrate' | 'demo' | 'cli', level: string, destination?: DestinationStream): Pino {
  const options: LoggerOptions = {
    level,
    base: { process },
    mixin: originFields,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: redactPaths, censor: '[redacted]' },
    serializers: { err: errorFields, error: errorFields },
    hooks: {
      logMethod(args, method) {
        const scrubbed = args.map((arg) => (typeof arg === 'string' ? scrub(arg) : arg)) as typeof args;
        method.apply(this, scrubbed);
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Nest contexts that log every module and route at start: of use to developers only. */
const startUpContexts = new Set([
  'InstanceLoader',
  'NestFactory',
  'NestApplication',
  'RoutesResolver',
  'RouterExplorer',
  'WebSocketsController',
]);

/** Nest's Logger over pino: `log.warn({ err, jobId }, 'sentence')` or `log.log('sentence')`, the context as a field. */
export class NestPinoLogger implements LoggerService {
  constructor(private readonly pino: Pino) {}

  log(...args: unknown[]): void {
    this.write('info', args);
  }

  warn(...args: unknown[]): void {
    this.write('warn', args);
  }

  error(...args: unknown[]): void {
    this.write('error', args);
  }

  debug(...args: unknown[]): void {
    this.write('debug', args);
  }

  verbose(...args: unknown[]): void {
    this.write('trace', args);
  }

  fatal(...args: unknown[]): void {
    this.write('fatal', args);
  }

  private write(level: 'info' | 'warn' | 'error' | 'debug' | 'trace' | 'fatal', args: unknown[]): void {
    const rest = [...args];
    // Nest appends the context's name as the last argument.
    const context = rest.length > 1 && typeof rest.at(-1) === 'string' ? (rest.pop() as string) : undefined;
    const quiet = level === 'info' && context !== undefined && startUpContexts.has(context);
    const fields = typeof rest[0] === 'object' && rest[0] !== null ? rest.shift() : {};
    const bindings = fields instanceof Error ? { err: fields } : (fields as object);
    this.pino[quiet ? 'debug' : level](
      { ...bindings, ...(context && { context }) },
      rest.filter((part) => typeof part === 'string').join(' '),
    );
  }
}
