import { pause, until } from '../../../../scripts/lib/clock.mjs';
import { Random } from './random.mjs';
import { strikes } from './strikes.mjs';

/** Operations that end between two faults: on a slow machine, too, something is done. */
const WORK_BETWEEN = 8;
const WORK_DEADLINE_MS = 60_000;
const RECOVERY_DEADLINE_MS = 600_000;

/**
 * What befalls the world: one fault after the other, in an order that the seed decides, each taken back before the next, and how long the
 * product took to recover.
 */
export class FaultInjector {
  #run;
  #random;
  #canary;
  #current = null;
  #strikes;

  /** `canary`: an act of its own that changes something; true once it was carried out by that process. `kinds`: what may befall it. */
  constructor(run, canary, kinds = strikes) {
    this.#run = run;
    this.#strikes = kinds;
    this.#random = Random.of(run.seed, 'nemesis');
    this.#canary = canary;
  }

  /** `count` faults, every kind once before any comes again; or as many as fit before `endsAt`. `only`: of these kinds. */
  async work({ count = Infinity, endsAt = Infinity, only = null }) {
    const { world } = this.#run;
    const possible = this.#strikes.filter(
      ({ kind, needs }) => (needs !== 'redis' || world.redis !== null) && (only === null || only.includes(kind)),
    );
    if (possible.length === 0) throw new Error(`there is no such fault: ${only?.join(', ')}`);
    let waiting = [];
    for (let struck = 0; struck < count && Date.now() < endsAt; struck++) {
      if (waiting.length === 0) waiting = this.#random.shuffled(possible);
      await this.#strike(waiting.pop());
      const before = this.#done;
      await until(() => this.#done >= before + (this.#run.workBetween ?? WORK_BETWEEN), WORK_DEADLINE_MS);
      await pause(this.#random.between(200, this.#run.calmMs));
    }
  }

  /** For an end before its time: nothing stays broken. */
  async takeBack() {
    await this.#current?.();
    this.#current = null;
  }

  get #done() {
    return this.#run.history.operations.filter(({ outcome }) => outcome !== 'open').length;
  }

  async #strike({ kind, begin, least, most }) {
    const { history, world, log } = this.#run;
    const holdMs = this.#run.holdMs ?? this.#random.between(least, most);
    const fault = { kind, from: Date.now(), until: null, recoveredMs: null };
    history.faults.push(fault);
    history.fault({ kind, holdMs });
    this.#current = await begin(world, this.#random, this.#run);
    await pause(holdMs);
    const healedAt = performance.now();
    await this.takeBack();
    history.fault({ kind, over: true });
    if (!(await until(async () => (await this.#unwell()).length === 0, RECOVERY_DEADLINE_MS, 100))) {
      const unwell = (await this.#unwell()).join(', ');
      history.note(`nothing recovered from ${kind}: ${unwell}`);
      this.#run.surprises.push(`the product did not recover from "${kind}" within ${RECOVERY_DEADLINE_MS / 1000} s: ${unwell}`);
    }
    fault.until = Date.now();
    fault.recoveredMs = Math.round(performance.now() - healedAt);
    history.fault({ kind, recoveredMs: fault.recoveredMs });
    log(`${kind}: ${(holdMs / 1000).toFixed(1)} s, recovered in ${(fault.recoveredMs / 1000).toFixed(1)} s`);
  }

  /** What keeps the product from being well: processes that are not ready, else those that do not answer a person. */
  async #unwell() {
    const { world } = this.#run;
    const ready = await Promise.all(world.processes.map((member) => member.isReady()));
    const absent = world.processes.filter((_, i) => !ready[i]).map(({ name }) => `${name} is not ready`);
    if (absent.length > 0) return absent;
    const answers = await Promise.all(world.apis.map(({ url }) => this.#canary(url)));
    return world.apis.filter((_, i) => !answers[i]).map(({ name }) => `${name} does not answer a person`);
  }
}
