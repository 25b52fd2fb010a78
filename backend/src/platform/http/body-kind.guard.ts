import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../domain/domain.errors.js';

/** Answers 415 to a multipart form sent to a handler that reads JSON: the content type is wrong, not the body empty. */
@Injectable()
export class BodyKindGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!headers['content-type']?.toLowerCase().startsWith('multipart/') || !readsJson(context)) return true;
    throw new DomainError('unsupported', 'body.unsupported', 'Send the fields as JSON, with the content type application/json');
  }
}

function readsJson(context: ExecutionContext): boolean {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ?? {}) as object;
  return Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}
