import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';
import { UnsubscribeTokens } from '../preferences/index.js';
import { renderLetter, type RenderedLetter } from './letters/render.js';

export interface BroadcastText {
  subject: string;
  message: string;
}

/** A broadcast rendered for one member. */
export interface AddressedBroadcast extends RenderedLetter {
  /** Empty for a service broadcast. */
  unsubscribeUrl: string;
}

/** Renders broadcasts as mails, for recipients and for the admin's preview. */
@Injectable()
export class BroadcastMail {
  constructor(
    private readonly config: AppConfig,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  /** `news` adds the reader's own unsubscribe link. `deliveryId` names the broadcast in it, for its results; unset in a preview. */
  render({ subject, message }: BroadcastText, reader: { userId: string; news: boolean; deliveryId?: string }): AddressedBroadcast {
    const origin = reader.deliveryId === undefined ? '' : `?broadcast=${reader.deliveryId}`;
    const unsubscribeUrl = reader.news ? `${this.tokens.linkFor(reader.userId, 'news')}${origin}` : '';
    return { ...renderLetter('broadcast', { subject, message, unsubscribeUrl }, this.config.publicUrl), unsubscribeUrl };
  }
}
