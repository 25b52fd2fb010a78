import { pause } from '../../../../scripts/lib/clock.mjs';
import { Door } from './door.mjs';
import { Person, secretOf } from './people.mjs';
import { Random } from './random.mjs';

const PHONES = ['+2348012345678', '+46701234567', '+33612345678', '+5511912345678'];

/** A client that joins in the name of people of its own, one act after the other, and does what members do. */
export class MemberClient {
  people = [];
  #run;
  #random;
  #door;
  #keys = 0;

  constructor(run, number) {
    this.#run = run;
    this.name = `member-${number}`;
    this.number = number;
    this.#random = Random.of(run.seed, this.name);
    this.#door = new Door(run.world.balancer, run.history, `10.20.${number}.7`);
  }

  /** Until there is nothing more to be done. */
  async work() {
    while (!this.#run.over) {
      await this.#next();
      await pause(this.#random.between(20, this.#run.restMs));
    }
  }

  async #next() {
    const random = this.#random;
    for (const person of random.shuffled(this.people))
      if (!person.busy && !person.confirmed && person.reachable && (await this.#confirm(person))) return;
    const signedIn = this.people.filter(({ token, busy }) => token !== null && !busy);
    const open = this.people.filter(({ confirmed }) => !confirmed).length;
    if (this.people.length < this.#run.peopleEach && open < 3 && (signedIn.length < 2 || random.chance(0.2))) return this.#join();
    const person = random.pick(signedIn);
    if (!person) return;
    const draw = random.next();
    if (draw < 0.25) await this.#pay(person);
    else if (draw < 0.5) await this.#verify(person);
    else if (draw < 0.75) await this.#edit(person);
    else if (draw < 0.88) await this.#forget(person);
    else this.#handOver(person);
  }

  async #act(op, person, about, request, options = {}) {
    return this.#door.act({ op, by: this.name, about, request, renew: () => this.#signIn(person), ...options });
  }

  async #join() {
    const number = this.number * 1000 + this.people.length;
    const person = new Person(this.#random, number, { reachable: !this.#random.chance(0.06) });
    this.people.push(person);
    this.#run.secrets.add(person.password);
    const { email } = person;
    await this.#act('sign-up', person, { email }, () => ({ method: 'POST', path: '/signupuser', body: person.registration }), {
      twice: this.#random.chance(0.5),
    });
  }

  /** False while the mail has not come. */
  async #confirm(person) {
    const token = this.#run.world.mail.tokenFor(person.email, 'emailconfirm');
    if (token === null) return false;
    this.#run.secrets.add(token);
    const { outcome } = await this.#act(
      'confirm',
      person,
      { email: person.email },
      () => ({ method: 'GET', path: '/confirmemail', token: `Bearer ${token}` }),
      { renew: null },
    );
    person.confirmed = true;
    if (outcome === 'acked') await this.#signIn(person);
    return true;
  }

  async #signIn(person) {
    for (;;) {
      const { status, data } = await this.#door.send('POST', '/signinuser', { body: { email: person.email, password: person.password } });
      if (status === 200) {
        Object.assign(person, {
          token: data.token,
          userId: data.data.userId,
          profile: person.profile ?? {
            surname: data.data.surName,
            otherName: data.data.otherName,
            phoneNumber: data.data.phoneNumber,
            country: data.data.country,
          },
        });
        this.#run.secrets.add(data.token);
        return;
      }
      if (status !== null && status < 500) {
        // Nothing more is done in the name of this person; the checks find out what went wrong.
        person.busy = true;
        this.#run.surprises.push(`${person.email} cannot sign in: ${status} ${data?.message}`);
        return;
      }
      await pause(250);
    }
  }

  /** The member's own word about what they submitted; null: nothing yet. */
  async #statusOf(person, what) {
    const answer = await this.#door.ask(`/me/${what}`, person.token);
    return answer?.data?.[what === 'kyc' ? 'kycStatus' : 'status'] ?? null;
  }

  async #pay(person) {
    if (['pending', 'approved'].includes(await this.#statusOf(person, 'payment'))) return;
    const txid = this.#random.hex(64);
    const form = await person.paymentForm(txid);
    await this.#act(
      'payment',
      person,
      { email: person.email, txid },
      () => ({ method: 'POST', path: '/createpayment', token: person.token, form }),
      { twice: this.#random.chance(0.3), meansDone: ({ status }) => status === 409 },
    );
  }

  async #verify(person) {
    if (['pending', 'approved'].includes(await this.#statusOf(person, 'kyc'))) return;
    const key = this.#keyFor(person);
    if (!key && person.membership === 'trade club') return;
    if (!key) this.#run.secrets.add((person.exchangeSecret = secretOf(this.#random)));
    const form = await person.kycForm(key);
    const { status, data } = await this.#act(
      'kyc',
      person,
      { email: person.email },
      () => ({ method: 'POST', path: '/createkyc', token: person.token, form }),
      { twice: this.#random.chance(0.3), meansDone: ({ status }) => status === 409 },
    );
    if (status === 400) this.#run.surprises.push(`a right KYC form of ${person.email} was refused: ${JSON.stringify(data)}`);
  }

  #keyFor(person) {
    if (person.key) return person.key;
    if (this.#keys >= this.#run.keysEach) return null;
    const n = this.number * 100 + this.#keys++;
    const profile = this.#random.pick(['small', 'small', 'dust', 'quiet']);
    person.account = `${profile}-${n}`;
    person.key = { apiKey: `sbx_${profile}_read-only_${n}`, secretKey: `sbs_${profile}_read-only_${n}` };
    this.#run.secrets.add(person.key.secretKey);
    return person.key;
  }

  async #edit(person) {
    const profile = {
      ...person.profile,
      otherName: `Ada ${this.#random.pick(['Maria', 'Ines', 'Chiara', 'Noor', 'Yuki'])}`,
      phoneNumber: this.#random.pick(PHONES),
    };
    const { outcome } = await this.#act('edit', person, { email: person.email, profile }, () => ({
      method: 'POST',
      path: '/updateprofile',
      token: person.token,
      body: { ...profile, email: person.email },
    }));
    if (outcome === 'acked') person.profile = profile;
  }

  /** A forgotten password: a link by mail, and a new one; every token from before is dead then. */
  async #forget(person) {
    if (person.resets >= 2 || !this.#random.chance(0.5)) return;
    person.resets = (person.resets ?? 0) + 1;
    const known = this.#run.world.mail.tokenFor(person.email, 'changepassword');
    const asked = await this.#act('forget', person, { email: person.email }, () => ({
      method: 'POST',
      path: '/forgetpassword',
      body: { email: person.email },
    }));
    if (asked.outcome !== 'acked') return;
    let token = null;
    for (let tries = 0; tries < 40 && !this.#run.over; tries++) {
      token = this.#run.world.mail.tokenFor(person.email, 'changepassword');
      if (token !== null && token !== known) break;
      await pause(250);
    }
    if (token === null || token === known) return;
    const password = secretOf(this.#random);
    this.#run.secrets.add(password);
    this.#run.secrets.add(token);
    const { outcome } = await this.#act(
      'reset',
      person,
      { email: person.email },
      () => ({ method: 'POST', path: '/changepassword', token: `Bearer ${token}`, body: { newPassword: password } }),
      { renew: null, meansDone: ({ status }) => status === 400 },
    );
    if (outcome === 'refused') return; // a later link has cancelled this one
    person.deadTokens.push(person.token);
    person.deadPassword = person.password;
    person.password = password;
    await this.#signIn(person);
  }

  /** From now on an admin switches this person on and off, and nobody else does anything with them. */
  #handOver(person) {
    if (this.#run.switched.length >= this.#run.switchedMost || this.people.length < 2) return;
    person.busy = true;
    this.#run.switched.push({ person, toggles: 0, taken: false });
  }
}
