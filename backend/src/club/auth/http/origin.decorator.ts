import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { networkOf, subnetOf } from '../../../operations/audit/index.js';
import { tokenOf } from '../../../platform/http/index.js';
import type { SessionOrigin } from '../session.service.js';
import { deviceOf } from './device-cookie.js';

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** Network, browser and program of the caller. */
export const Origin = createParamDecorator((_: unknown, context: ExecutionContext): SessionOrigin => {
  const { ip, headers } = requestOf(context);
  return { network: networkOf(ip), subnet: subnetOf(ip), device: deviceOf(headers), userAgent: headers['user-agent'] ?? null };
});

/** The token of a mailed link, which stands where a session's would; empty where there is none. */
export const MailedToken = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => tokenOf(requestOf(context).headers.authorization) ?? '',
);
