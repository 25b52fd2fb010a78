import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { networkOf, subnetOf } from '../../../operations/audit/index.js';
import { tokenOf } from '../../../platform/http/index.js';
import type { SessionOrigin } from '../session.service.js';
import { deviceOf } from './device-cookie.js';

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** Network, browser and user agent of the caller. */
export const Origin = createParamDecorator((_: unknown, context: ExecutionContext): SessionOrigin => {
  const { ip, headers } = requestOf(context);
  return { network: networkOf(ip), subnet: subnetOf(ip), device: deviceOf(headers), userAgent: headers['user-agent'] ?? null };
});

/** The token of an emailed link, sent in place of a session token; empty if there is none. */
export const MailedToken = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => tokenOf(requestOf(context).headers.authorization) ?? '',
);

/**
 * The page's Origin header, null outside of browsers. Selects the relying party and proves nothing.
 */
export const PageOrigin = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null => requestOf(context).headers.origin ?? null,
);
