import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../platform/config/index.js';
import { PasskeysNeedAName } from './mfa.errors.js';

const LOCALHOST = 'localhost';

/**
 * Returns the site that passkeys are bound to. The relying party is the host of PUBLIC_URL, and only its pages are accepted.
 * Outside production `localhost` is accepted as well, on any port: browsers allow it without TLS but allow no IP address, so that the
 * default http://127.0.0.1:3000 could have no passkeys. A page at an IP address gets an error that names localhost. A caller without a page
 * gets the host of PUBLIC_URL, or `localhost` if that is an IP address.
 */
@Injectable()
export class RelyingPartyPolicy {
  constructor(private readonly config: AppConfig) {}

  /** Returns the id for a page. `pageOrigin`: its Origin header. Throws PasskeysNeedAName. */
  idFor(pageOrigin: string | null): string {
    const site = this.siteHost();
    const page = hostOf(pageOrigin);
    if (this.knowsLocalhost() && (page === LOCALHOST || (page === null && site === null))) return LOCALHOST;
    if (site === null) throw new PasskeysNeedAName(this.knowsLocalhost() ? `http://${LOCALHOST}:${this.port()}` : null);
    return site; // also for a foreign page: its browser rejects the id, and so does our check of the response
  }

  /** Returns the accepted page origins for `rpId`. */
  originsOf(rpId: string, pageOrigin: string | null): string[] {
    const site = rpId === this.siteHost() ? [new URL(this.config.publicUrl).origin] : [];
    if (rpId !== LOCALHOST || !this.knowsLocalhost()) return site;
    const developing = pageOrigin !== null && hostOf(pageOrigin) === LOCALHOST ? [new URL(pageOrigin).origin] : [];
    return [...site, `http://${LOCALHOST}:${this.port()}`, ...developing];
  }

  /** Null if PUBLIC_URL names an IP address. */
  private siteHost(): string | null {
    const { hostname } = new URL(this.config.publicUrl);
    return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : null;
  }

  private knowsLocalhost(): boolean {
    return !this.config.production;
  }

  private port(): string {
    return new URL(this.config.publicUrl).port || String(this.config.port);
  }
}

function hostOf(origin: string | null): string | null {
  return origin !== null && URL.canParse(origin) ? new URL(origin).hostname : null;
}
