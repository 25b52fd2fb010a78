import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { person, type Person } from '../mail/mail-world.js';
import { send } from './broadcast-world.js';

/** The API with an admin, members who can be written to, and users who cannot. */
export class BroadcastAudience {
  private constructor(
    readonly api: TestApi,
    readonly admin: SignedIn,
    /** The first of `traders`, signed in. */
    readonly member: SignedIn,
    readonly traders: readonly Person[],
    readonly funders: readonly Person[],
  ) {}

  static async start(): Promise<BroadcastAudience> {
    const api = await createTestApi();
    const admin = await signedInAdmin(api);
    const member = await signedInMember(api);
    const traders = [{ id: member.userId, email: member.email }, await person(api.em()), await person(api.em())];
    const funders = [await person(api.em(), { role: 'hedge fund' }), await person(api.em(), { role: 'hedge fund' })];
    await person(api.em(), { role: 'admin' });
    await person(api.em(), { status: 'deactivated' });
    await person(api.em(), { rejectedAt: new Date() });
    await person(api.em(), { emailConfirmedAt: null });
    return new BroadcastAudience(api, admin, member, traders, funders);
  }

  async created(body: object): Promise<{ queued: number; broadcastId: string }> {
    const response = await send(this.api, this.admin, body);
    const { message, data } = response.json<{ message: unknown; data: { queued: number; broadcastId: string } }>();
    if (response.statusCode !== 202 || typeof message !== 'string') throw new Error(response.body);
    return data;
  }

  /** A route of the console. */
  rest(method: 'GET' | 'POST', path: string, body?: object, as: SignedIn = this.admin) {
    return call(this.api, method, `/admin/broadcasts${path}`, body, { token: as.token });
  }
}
