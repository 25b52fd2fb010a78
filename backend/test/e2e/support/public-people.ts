import { randomBytes } from 'node:crypto';
import { PASSWORD } from './admit.js';
import { join, registration, signIn, Api, type Registration } from './member-api.js';
import { ADMIN, type Tidemark } from './tidemark.js';

export { PASSWORD };

/** An address that no other test has. */
export const newAddress = (name: string) => `${name}.${randomBytes(4).toString('hex')}@club.example`;

/** A member whose email is confirmed, with a session of their own. */
export async function member(
  product: Tidemark,
  membership: Registration['membership'] = 'trade club',
): Promise<{ email: string; api: Api; userId: string }> {
  const email = newAddress('member');
  return { email, ...(await join(new Api(product.url), { email, password: PASSWORD, membership })) };
}

/** Somebody who has registered and not opened the mail yet. */
export async function unconfirmed(product: Tidemark): Promise<string> {
  const email = newAddress('unconfirmed');
  const reply = await new Api(product.url).post('/signupuser', registration({ email, password: PASSWORD, membership: 'trade club' }));
  if (reply.status !== 201) throw new Error(`sign-up of ${email}: ${reply.status} ${reply.body.message}`);
  return email;
}

/** A member whom an admin has deactivated. */
export async function deactivated(product: Tidemark): Promise<string> {
  const { email, userId } = await member(product);
  const { api: admin } = await signIn(new Api(product.url), ADMIN.email, ADMIN.password);
  const reply = await admin.get(`/userstatus/${userId}`);
  if (reply.status !== 200) throw new Error(`deactivation of ${email}: ${reply.status} ${reply.body.message}`);
  return email;
}
