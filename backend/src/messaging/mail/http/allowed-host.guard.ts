import { isIP } from 'node:net';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../platform/domain/index.js';
import { AppConfig } from '../../../platform/config/index.js';

class HostNotAllowed extends DomainError {
  constructor() {
    super('forbidden', 'dev-mailbox.host', 'The development mailbox answers at localhost, an IP address or the host of PUBLIC_URL only');
  }
}

/**
 * Refuses requests to a foreign name (DNS rebinding): a page of somebody's domain that resolves to this machine could read the mailbox,
 * which takes no session, and with it every link in it. `Host` alone counts: such a page can set X-Forwarded-Host.
 */
@Injectable()
export class AllowedHostGuard implements CanActivate {
  constructor(private readonly config: AppConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { host } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    if (!isAllowed(host, this.config)) throw new HostNotAllowed();
    return true;
  }
}

function isAllowed(host: string | undefined, { publicUrl, host: listensAt }: AppConfig): boolean {
  if (!host || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  return hostname === new URL(publicUrl).hostname || hostname === listensAt.toLowerCase();
}
