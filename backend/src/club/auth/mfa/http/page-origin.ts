import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/**
 * The page that calls, as the browser states it; null where no browser does. Says which relying party fits, and is never proof of anything.
 */
export const PageOrigin = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null => context.switchToHttp().getRequest<FastifyRequest>().headers.origin ?? null,
);
