import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { keyIdOf } from '../../platform/crypto/index.js';
import { FileStore, ObjectMissing } from '../../platform/storage/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { countByKey, sealedPlaces, type SealedPlace } from '../monitoring/index.js';
import { findExportParts } from './sealed-file.query.js';

/** Members' data exports expire after a day, so they are never rewrapped. */
export type PlaceOfUse = SealedPlace | 'exports';

export interface KeyUse {
  id: string;
  current: boolean;
  /** False if values are sealed with this key but the ring does not hold it. */
  inRing: boolean;
  values: Record<PlaceOfUse, number>;
  total: number;
}

/** Counts what each key seals now. */
@Injectable()
export class KeyUsesService {
  constructor(
    private readonly em: EntityManager,
    private readonly store: FileStore,
    private readonly config: AppConfig,
  ) {}

  /** `unknownFiles`: files whose key was not recorded when they were sealed; keys:rotate records it. */
  async read(): Promise<{ keys: KeyUse[]; unknownFiles: number }> {
    const { current, keys: ring } = this.config.keyring;
    const uses = new Map([...ring.keys()].map((id) => [id, unused(id, { current: id === current, inRing: true })]));
    const add = (id: string, place: PlaceOfUse, n: number) => {
      const use = uses.get(id) ?? unused(id, { current: false, inRing: false });
      use.values[place] += n;
      use.total += n;
      uses.set(id, use);
    };
    let unknownFiles = 0;
    for (const { place, kid, n } of await countByKey(this.em)) {
      if (kid !== null) add(kid, place, n);
      else if (place === 'files') unknownFiles += n;
    }
    for (const kid of await this.keysOfExports()) add(kid, 'exports', 1);
    return { keys: [...uses.values()], unknownFiles };
  }

  private async keysOfExports(): Promise<string[]> {
    const kids: string[] = [];
    for (const key of await findExportParts(this.em)) {
      const kid = await keyOfObject(this.store, key);
      if (kid !== null) kids.push(kid);
    }
    return kids;
  }
}

/** Reads the id of the key from the stored object's header; null if the object is missing or not sealed. */
export async function keyOfObject(store: FileStore, key: string): Promise<string | null> {
  let head = Buffer.alloc(0);
  try {
    for await (const chunk of await store.open(key)) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= 64) break;
    }
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
  return keyIdOf(head);
}

function unused(id: string, { current, inRing }: { current: boolean; inRing: boolean }): KeyUse {
  const values = Object.fromEntries([...sealedPlaces, 'exports'].map((place) => [place, 0])) as Record<PlaceOfUse, number>;
  return { id, current, inRing, values, total: 0 };
}
