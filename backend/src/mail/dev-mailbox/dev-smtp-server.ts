import type { Readable } from 'node:stream';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { AppConfig, ConfigError } from '../../config/index.js';
import { DevMailStore } from './dev-mail-store.js';

const LARGEST_MAIL = 2 * 1024 * 1024;

/** A mail server for this machine alone: it keeps what it gets and passes nothing on. */
@Injectable()
export class DevSmtpServer implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('DevMailbox');
  private readonly server: SMTPServer;

  constructor(
    private readonly config: AppConfig,
    private readonly store: DevMailStore,
  ) {
    this.server = new SMTPServer({
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
    try {
      await new Promise<void>((resolve, reject) => {
        this.server.once('error', reject);
        this.server.listen(devSmtpPort, '127.0.0.1', () => {
          this.server.off('error', reject);
          resolve();
        });
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new ConfigError([`DEV_SMTP_PORT: ${devSmtpPort} is already in use on 127.0.0.1`]);
      throw error;
    }
    this.server.on('error', (error) => this.log.warn({ err: error }, 'mail connection lost'));
  }

  async onApplicationShutdown(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async receive(stream: Readable, recipients: string[]): Promise<void> {
    const { subject, text, html } = await simpleParser(stream, { skipImageLinks: true });
    await this.store.keep(recipients, { subject: subject ?? '', text: text ?? '', html: html || '' });
  }
}
