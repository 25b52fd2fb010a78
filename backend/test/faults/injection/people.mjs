import sharp from 'sharp';
import { formOf } from './door.mjs';
import { NOBODY } from './mail-server.mjs';

const FEES = { 'trade club': '50', 'hedge fund': '20' };
const SURNAMES = ['Okafor', 'Lindgren', 'Moreau', 'Silva', 'Tanaka', 'Novak', 'Haddad', 'Byrne'];

let picture;
const png = async () =>
  (picture ??= await sharp({ create: { width: 320, height: 200, channels: 3, background: '#0B6E75' } })
    .png()
    .toBuffer());
const file = async (name) => [name, new Blob([await png()], { type: 'image/png' }), `${name}.png`];

/** Somebody who joins: what they were told, and what must hold of them in the end. */
export class Person {
  userId = null;
  token = null;
  /** Tokens that a change of the password, or a deactivation, has ended. */
  deadTokens = [];
  profile = null;
  confirmed = false;
  busy = false;

  constructor(random, number, { reachable = true } = {}) {
    this.number = number;
    this.reachable = reachable;
    this.membership = random.chance(0.6) ? 'trade club' : 'hedge fund';
    this.email = `${reachable ? 'member' : NOBODY.slice(0, -1)}.${number}.${random.hex(6)}@club.example`;
    this.password = secretOf(random);
    this.surname = random.pick(SURNAMES);
    this.otherName = 'Ada';
    this.exchangeSecret = null;
  }

  get registration() {
    const { email, password, membership, surname, otherName } = this;
    return {
      surname,
      otherName,
      email,
      phoneNumber: '+2348012345678',
      country: 'Nigeria',
      dob: '1990-02-28',
      membership,
      role: membership,
      password,
    };
  }

  async paymentForm(txid) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ membership: this.membership, amount: FEES[this.membership], txid })) form.set(name, value);
    form.set(...(await file('proofOfPayment')));
    return formOf(form);
  }

  /** With a key of the sandbox exchange where there is one to give, else with the exchange's sign-in, which hedge fund members may give. */
  async kycForm(key) {
    const form = new FormData();
    const credentials = key ?? { userName: `trader-${this.number}`, password: this.exchangeSecret };
    for (const [name, value] of Object.entries({
      address: `${this.number} Marina Road, Lagos`,
      userType: this.membership,
      platform: 'binance',
      ...credentials,
    }))
      form.set(name, value);
    for (const name of ['idCard', 'proofOfAddress']) form.set(...(await file(name)));
    return formOf(form);
  }
}

/** Nothing else in a log, a dump or a row looks like it, so that finding it means that it leaked. */
export const secretOf = (random) => `planted ${random.hex(16)} words`;
