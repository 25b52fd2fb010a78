import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FailureWire } from '../wire/index.js';
import { DomainError, TooMany, type ErrorKind } from '../domain/domain.errors.js';
import { isTransientError } from '../persistence/transient-errors.js';
import { isRefusedWrite } from '../persistence/refused-writes.js';
import { extraOf } from './error-extra.types.js';

export const statusOf: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  unprocessable: 422,
  'too-many': 429,
  unavailable: 503,
  'out-of-space': 507,
};

const BUSY_SECONDS = '2';
/** The disk is full: only an operator can make room. */
const REFUSED_WRITE_SECONDS = '30';

/** Messages for requests that Fastify and Nest refuse before a handler runs: their own messages name internals. */
const sentenceOf: Record<number, string> = {
  400: 'The request could not be read',
  404: 'There is nothing at this address',
  405: 'This address does not take that method',
  413: 'The request is too large',
  415: 'This content type is not accepted here',
  503: 'The service is busy. Please try again in a moment',
};

/**
 * Maps errors to status codes, which no other code knows. Expected failures keep their message; any other error is logged once and answered
 * without details.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('Http');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const failure = this.failureOf(error, http.getRequest<FastifyRequest>());
    if (error instanceof TooMany) void reply.header('retry-after', String(Math.max(1, Math.ceil(error.retryAfterSeconds))));
    if (failure.statusCode === 503) void reply.header('retry-after', isRefusedWrite(error) ? REFUSED_WRITE_SECONDS : BUSY_SECONDS);
    if (failure.statusCode === 507) void reply.header('retry-after', REFUSED_WRITE_SECONDS);
    void reply.header('cache-control', 'no-store').status(failure.statusCode).send(failure);
  }

  private failureOf(error: unknown, request: FastifyRequest): FailureWire {
    if (error instanceof DomainError) {
      return {
        statusCode: statusOf[error.kind],
        message: error.message,
        ...(error.fields.length > 0 && { errors: error.fields }),
        ...extraOf(error),
      };
    }
    const statusCode = frameworkStatus(error);
    if (statusCode < 500) return { statusCode, message: sentenceOf[statusCode] ?? 'The request was refused' };
    this.log.error({ err: error, requestId: request.id, method: request.method, route: request.routeOptions.url }, 'request failed');
    return { statusCode, message: sentenceOf[statusCode] ?? 'Something went wrong on our side. Nothing was changed' };
  }
}

function frameworkStatus(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown };
  // A client that disconnected has a network error code too, and a status set by Fastify.
  if (code === 'ECONNRESET' && statusCode === 400) return 400;
  if (isTransientError(error)) return 503;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 600 ? statusCode : 500;
}
