// The prototypes of a window's classes before and after a suite: what one suite leaves on them, the next suites of its worker would use.
import { isChanged } from './globals.mjs';

/** The own properties of the prototypes of these classes, as they are now. */
export class Prototypes {
  #before;

  /** `classes`: by name. */
  constructor(classes) {
    this.#before = [...classes].map(([name, { prototype }]) => [name, prototype, propertiesOf(prototype)]);
  }

  /** Puts back what has been changed, added or deleted since, and returns the names of it: `Element.prototype.scrollIntoView`. */
  restore() {
    const changed = [];
    for (const [name, prototype, before] of this.#before) {
      for (const key of new Set([...before.keys(), ...Reflect.ownKeys(prototype)])) {
        const descriptor = before.get(key);
        const now = Object.getOwnPropertyDescriptor(prototype, key);
        if (descriptor && now && !isChanged(descriptor, now)) continue;
        changed.push(`${name}.prototype.${String(key)}`);
        if (descriptor) Object.defineProperty(prototype, key, descriptor);
        else delete prototype[key];
      }
    }
    return changed;
  }
}

const propertiesOf = (prototype) =>
  new Map(Reflect.ownKeys(prototype).map((key) => [key, Object.getOwnPropertyDescriptor(prototype, key)]));
