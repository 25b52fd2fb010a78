import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Sealer } from '../../../platform/crypto/index.js';
import { languages } from '../../../platform/domain/index.js';
import type { ChatAccount } from './chat-member.types.js';

const stored = z.object({ id: z.string(), chat: z.string(), language: z.enum(languages) });

/** Seals and opens the accounts of `chat_members`. They belong to no member: a row stays until its account is out of the group. */
@Injectable()
export class ChatAccounts {
  constructor(private readonly sealer: Sealer) {}

  seal({ id, chat, language }: ChatAccount, rowId: string): Buffer {
    return this.sealer.seal(JSON.stringify({ id, chat, language }), contextOf(rowId));
  }

  open(sealed: Uint8Array, rowId: string): ChatAccount {
    return stored.parse(JSON.parse(this.sealer.open(sealed, contextOf(rowId)).toString('utf8')));
  }
}

const contextOf = (rowId: string) => ({ table: 'chat_members', rowId, userId: null, field: 'account' });
