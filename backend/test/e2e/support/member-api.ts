import sharp from 'sharp';
import { eventually } from './eventually.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  date: string;
}

export interface Reply {
  status: number;
  headers: Headers;
  // The tests look into answers of every shape; each assertion says what it expects.
  body: Record<string, never> & { message?: string };
}

/** The API as a client of the wire contract sees it. */
export class Api {
  constructor(
    readonly url: string,
    readonly token?: string,
  ) {}

  as(token: string): Api {
    return new Api(this.url, token);
  }

  get(path: string): Promise<Reply> {
    return this.send('GET', path);
  }

  post(path: string, body?: unknown): Promise<Reply> {
    return this.send('POST', path, body);
  }

  async send(method: string, path: string, body?: unknown): Promise<Reply> {
    const form = body instanceof FormData;
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: {
        ...(this.token && { authorization: this.token }),
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? (JSON.parse(text) as Reply['body']) : ({} as Reply['body']) };
  }

  /** Waits for the newest mail to `address` whose subject fits. */
  mail(address: string, subject: RegExp): Promise<Mail> {
    return eventually(async () => {
      const response = await fetch(`${this.url}/dev/mails?to=${encodeURIComponent(address)}`);
      const { data } = (await response.json()) as { data: Mail[] };
      const mail = data.find((one) => subject.test(one.subject));
      if (!mail) throw new Error(`no mail to ${address} about ${subject}: ${data.map((one) => one.subject).join(', ') || 'none at all'}`);
      return mail;
    });
  }
}

export interface Registration {
  email: string;
  password: string;
  membership: 'trade club' | 'hedge fund';
}

export const registration = ({ email, password, membership }: Registration) => ({
  surname: 'Okafor',
  otherName: 'Ada',
  email,
  phoneNumber: '2348012345678',
  country: 'Nigeria',
  dob: '1990-02-28',
  membership,
  password,
  role: membership,
});

export function mailedToken(mail: Mail, page: 'emailconfirm' | 'changepassword'): string {
  const token = new RegExp(`#/${page}/([\\w-]+)`).exec(mail.text)?.[1];
  if (!token) throw new Error(`no ${page} link in: ${mail.text}`);
  return token;
}

export async function signIn(api: Api, email: string, password: string): Promise<{ api: Api; userId: string }> {
  const reply = await api.post('/signinuser', { email, password });
  if (reply.status !== 200) throw new Error(`sign-in of ${email}: ${reply.status} ${reply.body.message}`);
  const { token, data } = reply.body as unknown as { token: string; data: { userId: string } };
  return { api: api.as(token), userId: data.userId };
}

/** Registers, opens the mail, signs in. */
export async function join(api: Api, person: Registration): Promise<{ api: Api; userId: string }> {
  const reply = await api.post('/signupuser', registration(person));
  if (reply.status !== 201) throw new Error(`sign-up of ${person.email}: ${reply.status} ${JSON.stringify(reply.body)}`);
  const token = mailedToken(await api.mail(person.email, /confirm/i), 'emailconfirm');
  const confirmed = await api.as(`Bearer ${token}`).get('/confirmemail');
  if (confirmed.status !== 200) throw new Error(`confirmation of ${person.email}: ${confirmed.status}`);
  return signIn(api, person.email, person.password);
}

/** A small picture that every decoder opens. */
export const PNG = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#0B6E75' } })
  .png()
  .toBuffer();

export function kycForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  const complete = { address: '12 Marina Road, Lagos', userType: 'trade club', platform: 'binance', ...fields };
  for (const [name, value] of Object.entries(complete)) form.set(name, value);
  for (const name of ['idCard', 'proofOfAddress']) form.set(name, new Blob([PNG], { type: 'image/png' }), `${name}.png`);
  return form;
}
