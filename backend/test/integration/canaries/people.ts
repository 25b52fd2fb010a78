import { expect } from '@jest/globals';
import { eventually } from '../../e2e/support/eventually.js';
import { freshEmail, registration } from '../../support/people.js';
import { idCardImage } from '../kyc/documents.js';
import type { Canaries } from './canaries.js';
import type { LoggedProduct, Reply } from './product.js';

/** Awaits an answer of this status, and answers its body. */
export async function expectStatus(status: number, reply: Promise<Reply>): Promise<{ token?: string; data: Record<string, unknown> }> {
  const { status: got, body } = await reply;
  expect([got, got === status ? '' : body]).toEqual([status, '']);
  return JSON.parse(body === '' ? '{}' : body) as { token?: string; data: Record<string, unknown> };
}

/** People who use a product, each of their secrets a canary. */
export class WatchedPeople {
  constructor(
    private readonly product: LoggedProduct,
    private readonly canaries: Canaries,
  ) {}

  /** The token in the newest letter to an address whose link names `page`; `besides` one that is known. */
  async mailed(to: string, page: string, besides = ''): Promise<string> {
    return eventually(async () => {
      const { data } = JSON.parse((await this.product.request('GET', `/dev/mails?to=${encodeURIComponent(to)}`)).body) as {
        data: { text: string }[];
      };
      const token = data
        .map(({ text }) => new RegExp(`/${page}/([\\w-]{20,})`).exec(text)?.[1])
        .find((found) => found && found !== besides);
      if (!token) throw new Error(`no letter to ${to} with a link to ${page}`);
      return this.canaries.remember('mail token', token);
    });
  }

  async signIn(email: string, password: string, otp?: string): Promise<string> {
    const { token } = await expectStatus(200, this.product.call('POST', '/signinuser', { email, password, ...(otp && { otp }) }));
    return this.canaries.remember('session token', token!);
  }

  /** Registers, and is not confirmed yet. */
  async member(membership: string): Promise<{ email: string; password: string }> {
    const [email, password] = [freshEmail(), this.canaries.plant('password')];
    const body = registration({ email, password, membership, role: membership, pin: this.canaries.plant('an unknown field') });
    await expectStatus(201, this.product.call('POST', '/signupuser', body));
    return { email, password };
  }

  async kyc(token: string, userType: string, secrets: Record<string, string>): Promise<Reply> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ address: '1 Canary Street', userType, platform: 'binance', ...secrets }))
      form.set(name, value);
    form.set('idCard', new Blob([new Uint8Array(await idCardImage())]), `${this.canaries.plant('file name', { letters: true })}.jpg`);
    form.set('proofOfAddress', new Blob([`%PDF-1.7\n% ${this.canaries.plant('document')}\n%%EOF\n`]), 'proof.pdf');
    return this.product.request('POST', '/api/v1/createkyc', { body: form, headers: { authorization: token } });
  }
}
