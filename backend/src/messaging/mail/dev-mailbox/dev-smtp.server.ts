import type { Readable } from 'node:stream';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { SMTPServer } from 'smtp-server';
import { AppConfig, ConfigError } from '../../../platform/config/index.js';
import { DevMailRepository } from './dev-mail.repository.js';

const LARGEST_MAIL = 2 * 1024 * 1024;

/** A mail server for this machine alone: it keeps what it gets and passes nothing on. */
@Injectable()
export class DevSmtpServer implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('DevMailbox');
  private server: SMTPServer | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly store: DevMailRepository,
  ) {}

  /** Its packages are loaded here and not with this file: production has no use for them. */
  private async open(): Promise<SMTPServer> {
    const { SMTPServer: Server } = await import('smtp-server');
    return new Server({
      disabledCommands: ['AUTH', 'STARTTLS'],
      authOptional: true,
      disableReverseLookup: true,
      size: LARGEST_MAIL,
      banner: 'development mailbox',
      onData: (stream, session, done) => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        this.receive(stream, recipients).then(
          () => done(),
          (error: unknown) => {
            this.log.warn({ err: error }, 'a mail could not be kept');
            done(new Error('could not be kept, try again'));
          },
        );
      },
    });
  }

  async onModuleInit(): Promise<void> {
    const { devSmtpPort } = this.config;
    const server = await this.open();
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(devSmtpPort, '127.0.0.1', () => {
          server.off('error', reject);
          resolve();
        });
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
        throw new ConfigError([`DEV_SMTP_PORT: ${devSmtpPort} is already in use on 127.0.0.1`]);
      throw error;
    }
    server.on('error', (error) => this.log.warn({ err: error }, 'mail connection lost'));
    this.server = server;
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  private async receive(stream: Readable, recipients: string[]): Promise<void> {
    const { simpleParser } = await import('mailparser');
    const { subject, text, html } = await simpleParser(stream, { skipImageLinks: true });
    await this.store.keep(recipients, { subject: subject ?? '', text: text ?? '', html: html || '' });
  }
}
