import { TotpFactorService } from '../../../src/club/auth/mfa/totp-factor.service.js';
import { keyIdOf, LocalKeyring, Sealer, FileSealer, type SealContext } from '../../../src/platform/crypto/index.js';
import { readHeader } from '../../../src/platform/crypto/data-key.js';
import { associatedData } from '../../../src/platform/crypto/seal-context.types.js';
import { FileStore } from '../../../src/platform/storage/index.js';
import { fileSealContext } from '../../../src/club/files/index.js';
import { contextIn, sealedColumns } from '../../../src/operations/monitoring/index.js';
import { signedInMember, type SignedIn } from '../../support/people.js';
import type { TestApi } from '../../support/test-app.js';
import { ADDRESS } from '../kyc/documents.js';
import { withEverything } from '../privacy/privacy-world.js';
import { type, variablesOf, type Answer } from './command-line.js';

/** One sealed value or file, as somebody sees it who has the ring. */
export interface Seen {
  kid: string | null;
  dataKey: string;
  /** In hexadecimal. */
  plaintext: string;
}

/** A product with members who have sent everything that is sealed. Every command that is typed here is looked through for secrets. */
export class SealedWorld {
  readonly #secrets: string[] = [ADDRESS];

  constructor(readonly api: TestApi) {
    const { keys, index } = api.config.keyring;
    for (const key of [...keys.values(), index]) this.#secrets.push(key.toString('base64'), key.toString('hex'));
  }

  async member(): Promise<SignedIn> {
    const member = await signedInMember(this.api);
    const { apiKey, secretKey } = await withEverything(this.api, member);
    this.#secrets.push(apiKey, secretKey);
    await this.api.app.get(TotpFactorService, { strict: false }).begin(this.api.em(), member.userId, member.email);
    return member;
  }

  environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    return variablesOf(this.api.config, more);
  }

  async keys(verb: string, options: string[] = [], more: NodeJS.ProcessEnv = {}): Promise<Answer> {
    const answer = await type([`keys:${verb}`, ...options], { environment: this.environment(more) });
    if (this.#secrets.some((secret) => (answer.out + answer.err).includes(secret))) throw new Error(`keys:${verb} has shown a secret`);
    return answer;
  }

  /** By place and id, everything that is sealed and opens. */
  async seen(): Promise<Map<string, Seen>> {
    const ring = new LocalKeyring(this.api.config.deriveKeys('seal'));
    const [values, files] = [new Sealer(ring, this.api.config.deriveKey('fingerprint')), new FileSealer(ring)];
    const dataKey = (sealed: Buffer, context: SealContext) =>
      ring.unwrap(readHeader(sealed, 1)!.wrapped, associatedData(context)).toString('hex');
    const all = new Map<string, Seen>();
    for (const column of sealedColumns) {
      for (const { id, user_id, sealed } of await this.api.em().execute<{ id: string; user_id: string | null; sealed: Buffer }[]>(
        `select id, ${column.owned ? 'user_id' : 'null as user_id'}, ${column.column} as sealed from ${column.table}
            where ${column.column} is not null order by id`,
      )) {
        const context = contextIn(column, id, user_id);
        all.set(`${column.table}.${column.column} ${id}`, {
          kid: keyIdOf(sealed),
          dataKey: dataKey(sealed, context),
          plaintext: values.open(sealed, context).toString('hex'),
        });
      }
    }
    for (const { id, user_id: userId, storage_key } of await this.api
      .em()
      .execute<{ id: string; user_id: string; storage_key: string }[]>('select id, user_id, storage_key from files order by id')) {
      const sealed = await whole(await this.api.app.get(FileStore, { strict: false }).open(storage_key));
      const context = fileSealContext({ id, userId });
      all.set(`files ${id}`, {
        kid: keyIdOf(sealed),
        dataKey: dataKey(sealed, context),
        plaintext: (await whole(files.open([sealed], context))).toString('hex'),
      });
    }
    return all;
  }
}

export async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
