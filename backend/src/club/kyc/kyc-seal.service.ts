import { Injectable } from '@nestjs/common';
import { OfflineSeal, Sealer, type SealContext } from '../../platform/crypto/index.js';
import type { KycForm } from './kyc.form.js';

const TABLE = 'kyc_submissions';

interface Row {
  id: string;
  userId: string;
}

/** Seals the confidential columns of submissions, and opens the address. */
@Injectable()
export class KycSealService {
  constructor(
    private readonly sealer: Sealer,
    private readonly offline: OfflineSeal,
  ) {}

  /** Returns the sealed columns of a new row. Without an offline key the exchange login is not stored (null). */
  seal(row: Row, { address, login }: Pick<KycForm, 'address' | 'login'>): { address: Buffer; exchangeLogin: Buffer | null } {
    return {
      address: this.sealer.seal(address, at(row, 'address')),
      exchangeLogin: login && this.offline.seal(JSON.stringify(login), at(row, 'exchange_login')),
    };
  }

  openAddress(row: Row, sealed: Uint8Array): string {
    return this.sealer.open(sealed, at(row, 'address')).toString('utf8');
  }
}

function at({ id, userId }: Row, field: string): SealContext {
  return { table: TABLE, rowId: id, userId, field };
}
