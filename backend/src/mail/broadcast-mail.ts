import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/index.js';
import { renderLetter, type RenderedLetter } from './letters/render.js';
import { UnsubscribeTokens } from './preferences/unsubscribe-tokens.js';

export interface BroadcastWords {
  subject: string;
  message: string;
}

/** A broadcast as one member gets it. */
export interface AddressedBroadcast extends RenderedLetter {
  /** Empty for a service broadcast. */
  unsubscribeUrl: string;
}

/** Makes mails of broadcasts: for their recipients, and for the admin who looks before sending. */
@Injectable()
export class BroadcastMail {
  constructor(
    private readonly config: AppConfig,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  /** `news`: with the reader's own link to end them. */
  render({ subject, message }: BroadcastWords, reader: { userId: string; news: boolean }): AddressedBroadcast {
    const unsubscribeUrl = reader.news ? this.tokens.linkFor(reader.userId) : '';
    return { ...renderLetter('broadcast', { subject, message, unsubscribeUrl }, this.config.publicUrl), unsubscribeUrl };
  }
}
