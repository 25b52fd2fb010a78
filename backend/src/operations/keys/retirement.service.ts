import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { KeyRingsService, type RingChange } from './key-rings.service.js';
import { KeyUsesService } from './key-uses.service.js';
import { KeysRefused } from './keys.errors.js';
import { refuseSealing } from './running-rings.query.js';

/** Removes an unused key from the ring. */
@Injectable()
export class RetirementService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly uses: KeyUsesService,
    private readonly rings: KeyRingsService,
  ) {}

  /** Throws KeysRefused while values or files are sealed with the key, or a running process seals with it. */
  async retire(id: string, { dry, out }: RingChange): Promise<void> {
    const { current, keys } = this.config.keyring;
    if (!keys.has(id)) throw new KeysRefused(`The key ring has no key "${id}"`);
    if (current === id) throw new KeysRefused(`"${id}" is the key that seals: keys:use names another one first`);
    // Checked before counting: afterwards no process can add to the count.
    await refuseSealing(this.em, id);
    const { keys: uses, unknownFiles } = await this.uses.read();
    const use = uses.find((one) => one.id === id);
    if (use && use.total > 0) {
      const places = Object.entries(use.values).filter(([, n]) => n > 0);
      throw new KeysRefused(
        `"${id}" seals ${places.map(([place, n]) => `${n} ${place}`).join(', ')}. ${
          places.some(([place]) => place !== 'exports') ? 'keys:rotate seals them anew' : 'These copies of data go within a day'
        }`,
      );
    }
    if (unknownFiles > 0) throw new KeysRefused(`It is not written down which key seals ${unknownFiles} files: keys:rotate finds it out`);
    if (!dry) await this.rings.remove(id, { dry, out });
  }
}
