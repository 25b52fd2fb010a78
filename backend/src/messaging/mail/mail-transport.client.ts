import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { inSpan } from '../../platform/observability/tracing.js';
import { AppConfig, ConfigError } from '../../platform/config/index.js';
import type { RenderedLetter } from './letters/render.js';
import { mailFailure } from './mail.errors.js';
import { mailServerUrl } from './mail-server-url.js';

export interface OutgoingMail extends RenderedLetter {
  /** Canonical. */
  to: string;
  /** The same on every try: a copy after a crash is recognisable as one. */
  id: string;
  /** Where a press of the mail program's own button ends these mails (RFC 8058); an address of this site. */
  unsubscribeUrl?: string | undefined;
}

const SECOND = 1000;
/** A mail takes no longer, whatever the server does: whoever sends it holds a lease of 60 s. */
const LONGEST_SEND_MS = 50 * SECOND;
const LETTER_CONNECTIONS = 3;
const BULK_CONNECTIONS = 2;

/** Connections to the mail server for letters, which somebody waits for. */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  private readonly sender: { name: string; address: string };
  private readonly transport: ReturnType<typeof open>;

  constructor(config: AppConfig) {
    this.sender = senderOf(config.mailFrom);
    this.transport = open(config, this.connections);
  }

  protected get connections(): number {
    return LETTER_CONNECTIONS;
  }

  /** Hands the mail to the mail server and returns its answer. Throws MailRefused, MailDeferred or MailServerAway. */
  send(mail: OutgoingMail): Promise<string> {
    return inSpan({ name: 'smtp send', kind: 'client' }, () => this.hand(mail));
  }

  private async hand({ to, id, subject, text, html, unsubscribeUrl }: OutgoingMail): Promise<string> {
    const domain = this.sender.address.split('@')[1] ?? 'localhost';
    try {
      const { response } = await this.transport.sendMail({
        from: this.sender,
        // The address as an object and the envelope by hand: no library parses a recipient out of our text (security T23).
        to: { name: '', address: to },
        envelope: { from: this.sender.address, to: [to] },
        messageId: `<${id}@${domain}>`,
        subject,
        text,
        html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', Precedence: 'bulk' }),
        },
        ...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),
        signal: AbortSignal.timeout(LONGEST_SEND_MS),
      });
      return response;
    } catch (error) {
      throw mailFailure(error);
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

/** Connections of their own for mails to many: letters never wait behind them. */
@Injectable()
export class BulkMailTransport extends MailTransport {
  constructor(config: AppConfig) {
    super(config);
  }

  protected override get connections(): number {
    return BULK_CONNECTIONS;
  }
}

function open(config: AppConfig, maxConnections: number) {
  const { smtpTimeoutSeconds } = config;
  return createTransport({
    url: mailServerUrl(config),
    pool: true,
    maxConnections,
    // Our own backoff decides about the next try.
    maxRequeues: 1,
    connectionTimeout: Math.min(smtpTimeoutSeconds, 10) * SECOND,
    greetingTimeout: Math.min(smtpTimeoutSeconds, 10) * SECOND,
    socketTimeout: smtpTimeoutSeconds * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function senderOf(mailFrom: string): { name: string; address: string } {
  const [first, second] = addressparser(mailFrom, { flatten: true });
  if (!first?.address?.includes('@') || second)
    throw new ConfigError(['MAIL_FROM must be one address, such as Tidemark <no-reply@example.com>']);
  return { name: first.name, address: first.address };
}
