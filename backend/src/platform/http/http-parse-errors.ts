import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyServerOptions } from 'fastify';
import type { FailureWire } from '../wire/index.js';

/** Security headers for responses that no Fastify hook has seen: not framed, not sniffed, not cached. */
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** Returns 400 for a path that cannot be decoded, and 404 for one with a parameter that is too long. */
function addressFailure(statusCode: number): FailureWire {
  return statusCode === 400
    ? { statusCode, message: 'The address could not be read' }
    : { statusCode: 404, message: 'There is nothing at this address' };
}

const socketFailures: Record<string, FailureWire> = {
  ERR_HTTP_REQUEST_TIMEOUT: { statusCode: 408, message: 'The request took too long to arrive' },
  HPE_HEADER_OVERFLOW: { statusCode: 431, message: 'The headers of the request are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { statusCode: 413, message: 'The request is too large' },
};
const unreadable: FailureWire = { statusCode: 400, message: 'The request could not be read' };

function answerOnSocket(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const failure = socketFailures[error.code ?? ''] ?? unreadable;
  const { body, lengths } = written(failure);
  const head = [
    `HTTP/1.1 ${failure.statusCode} ${STATUS_CODES[failure.statusCode]}`,
    ...Object.entries({ ...headers, ...lengths, connection: 'close' }).map(([name, value]) => `${name}: ${value}`),
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy();
}

function written(failure: FailureWire): { body: string; lengths: { 'content-length': number } } {
  const body = JSON.stringify(failure);
  return { body, lengths: { 'content-length': Buffer.byteLength(body) } };
}

function answer(response: ServerResponse, failure: FailureWire): void {
  const { body, lengths } = written(failure);
  response.writeHead(failure.statusCode, { ...headers, ...lengths }).end(body);
}

/** Answers 417 to `Expect` other than 100-continue. */
export function rejectExpectation(_request: IncomingMessage, response: ServerResponse): void {
  answer(response, { statusCode: 417, message: 'This expectation cannot be met' });
}

/**
 * Fastify options that answer requests which are not HTTP, or whose path cannot be parsed, with our error format instead of the framework's
 * messages.
 */
export const httpParseErrorHandlers = {
  frameworkErrors: (error: { statusCode?: number }, _request: unknown, reply: FastifyReply) => {
    // The reply has no route and therefore no serialiser: the response is written directly.
    reply.hijack();
    answer(reply.raw, addressFailure(error.statusCode ?? 400));
  },
  clientErrorHandler: answerOnSocket,
} satisfies Partial<FastifyServerOptions>;
