import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../../platform/config/index.js';
import { uuidv7 } from '../../../platform/domain/index.js';
import { AuditLog } from '../../../operations/audit/index.js';
import { clubChannels, type ClubChannel } from '../channel.types.js';
import { TelegramAccounts, type AccountRow } from '../telegram/telegram-account.service.js';
import { ClubAddressRepository, type ClubAddress } from './club-address.repository.js';

/**
 * Keeps the club's addresses as the settings name them. The name of an address is the number in the settings; its number differs from it
 * after Telegram has moved the chat.
 */
@Injectable()
export class ClubChannels {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly accounts: TelegramAccounts,
    private readonly addresses: ClubAddressRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Adds, enables and disables addresses. May run twice, and in several workers. */
  async follow(): Promise<void> {
    await this.em.transactional(async (tx) => {
      const stored = await this.addresses.lockAll(tx);
      for (const channel of clubChannels) {
        const wanted = this.numberOf(channel);
        const own = stored.filter((address) => address.channel === channel);
        const named = own.find((address) => wanted !== null && this.nameOf(address) === wanted);
        for (const { id, state } of own) if (state === 'active' && id !== named?.id) await this.change(tx, channel, id, 'disable');
        if (wanted === null || named?.state === 'active') continue;
        await (named ? this.change(tx, channel, named.id, 'enable') : this.add(tx, channel, wanted));
      }
    });
  }

  private numberOf(channel: ClubChannel): string | null {
    const { telegram } = this.config;
    return (channel === 'copy-bot' ? telegram?.copyChannelId : telegram?.channelId) ?? null;
  }

  private nameOf({ id, address }: ClubAddress): string {
    return this.accounts.open(address, rowOf(id)).name;
  }

  private async add(tx: EntityManager, channel: ClubChannel, number: string): Promise<void> {
    const id = uuidv7();
    const address = this.accounts.seal({ id: number, name: number }, rowOf(id));
    await this.addresses.insert(tx, { id, channel, address, hash: this.accounts.hashOf(number) });
    await this.note(tx, channel, id, 'create');
  }

  private async change(tx: EntityManager, channel: ClubChannel, id: string, act: 'enable' | 'disable'): Promise<void> {
    await this.addresses[act](tx, id);
    await this.note(tx, channel, id, act);
  }

  private async note(tx: EntityManager, channel: ClubChannel, id: string, act: string): Promise<void> {
    const of = { actorId: null, actorRole: null, targetType: 'channel address', targetId: id, detail: { reason: 'setting' } };
    await this.audit.record(tx, { action: `${channel}.${act}`, ...of });
  }
}

const rowOf = (rowId: string): AccountRow => ({ table: 'channel_addresses', rowId, userId: null });
