import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../platform/config/index.js';
import { PasskeysNeedAName } from './mfa.errors.js';

const LOCALHOST = 'localhost';

/**
 * Which site passkeys are bound to. The relying party is the host of PUBLIC_URL, and its page the only one that is believed.
 * Outside production there is `localhost` besides: a browser takes it as a host name without TLS, and takes no IP address at all, so at the
 * default http://127.0.0.1:3000 nobody could have a passkey. A page at localhost, on whatever port its development server has, gets
 * `localhost`; a page at an IP address is told where to go instead. A caller that names no page gets the host of PUBLIC_URL, or `localhost`
 * where that is an address.
 */
@Injectable()
export class RelyingParty {
  constructor(private readonly config: AppConfig) {}

  /** The id for the page that asks. `pageOrigin`: its Origin header. Throws PasskeysNeedAName. */
  idFor(pageOrigin: string | null): string {
    const site = this.siteHost();
    const page = hostOf(pageOrigin);
    if (this.knowsLocalhost() && (page === LOCALHOST || (page === null && site === null))) return LOCALHOST;
    if (site === null) throw new PasskeysNeedAName(this.knowsLocalhost() ? `http://${LOCALHOST}:${this.port()}` : null);
    return site; // also for a page elsewhere: its browser refuses it, and so do we when the answer comes
  }

  /** The pages whose answers count for the relying party `rpId`. */
  originsOf(rpId: string, pageOrigin: string | null): string[] {
    const site = rpId === this.siteHost() ? [new URL(this.config.publicUrl).origin] : [];
    if (rpId !== LOCALHOST || !this.knowsLocalhost()) return site;
    const developing = pageOrigin !== null && hostOf(pageOrigin) === LOCALHOST ? [new URL(pageOrigin).origin] : [];
    return [...site, `http://${LOCALHOST}:${this.port()}`, ...developing];
  }

  /** Null where PUBLIC_URL names an IP address. */
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
