import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';
import { mailServerUrl } from './mail-server-url.js';

const LONGEST_STEP_MS = 5_000;

/**
 * Greets the mail server over a connection of its own, and signs in where a sign-in is set. No mail is sent, and no connection of the
 * letters is used.
 */
@Injectable()
export class MailProbe {
  constructor(private readonly config: AppConfig) {}

  /** Rejects with what went wrong. Ends when `signal` does. */
  async greet(signal: AbortSignal): Promise<void> {
    // Here and not above: the API has no other use for it.
    const { createTransport } = await import('nodemailer');
    signal.throwIfAborted();
    const transport = createTransport({
      url: mailServerUrl(this.config),
      connectionTimeout: LONGEST_STEP_MS,
      greetingTimeout: LONGEST_STEP_MS,
      socketTimeout: LONGEST_STEP_MS,
      dnsTimeout: LONGEST_STEP_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const end = () => transport.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      await transport.verify();
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }
}
