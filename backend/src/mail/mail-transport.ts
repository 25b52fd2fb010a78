import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { AppConfig, ConfigError } from '../config/index.js';
import type { RenderedLetter } from './letters/render.js';

export interface OutgoingMail extends RenderedLetter {
  /** Canonical. */
  to: string;
  /** The same on every try: a copy after a crash is recognisable as one. */
  id: string;
}

/** The mail server refused this letter for good. `answer` is what it said. */
export class MailRefused extends Error {}

const SECOND = 1000;

@Injectable()
export class MailTransport implements OnApplicationShutdown {
  private readonly sender: { name: string; address: string };
  private readonly transport: ReturnType<typeof open>;

  constructor(config: AppConfig) {
    this.sender = senderOf(config.mailFrom);
    this.transport = open(config.smtpUrl ?? `smtp://127.0.0.1:${config.devSmtpPort}?ignoreTLS=true`);
  }

  /** Hands the mail to the mail server and returns its answer. Throws MailRefused, or any other error where trying again may help. */
  async send({ to, id, subject, text, html }: OutgoingMail): Promise<string> {
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
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return response;
    } catch (error) {
      throw isFinal(error) ? new MailRefused((error as Error).message) : error;
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

function open(url: string) {
  return createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function senderOf(mailFrom: string): { name: string; address: string } {
  const [first, second] = addressparser(mailFrom, { flatten: true });
  if (!first?.address?.includes('@') || second) throw new ConfigError(['MAIL_FROM must be one address, such as Tidemark <no-reply@example.com>']);
  return { name: first.name, address: first.address };
}

/** A 5xx about this recipient or this message. A 5xx about us (signing in, the connection) is mended by the operator, so it is tried again. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}
