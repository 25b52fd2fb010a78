import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { confirmedMember, PASSWORD } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

describe('TRUSTED_PROXIES', () => {
  let api: TestApi;
  let email: string;
  beforeAll(async () => {
    api = await createTestApi({ TRUSTED_PROXIES: '203.0.113.0/24' });
    ({ email } = await confirmedMember(api));
  });
  afterAll(() => api.close());

  /** The network that the session of a sign-in is kept with. */
  async function networkOfSignIn(remoteAddress: string): Promise<string> {
    await api.app.inject({
      method: 'POST',
      url: '/api/v1/signinuser',
      remoteAddress,
      headers: { 'x-forwarded-for': '198.51.100.7' },
      payload: { email, password: PASSWORD },
    });
    const [session] = await api
      .em()
      .execute<{ network: string }[]>('select network from sessions order by created_at desc, id desc limit 1');
    return session!.network;
  }

  it('lets the proxies it names say who the client is', async () => {
    expect(await networkOfSignIn('203.0.113.7')).toBe('198.51.100.0/24');
  });

  it('lets no other address do so, one of a private network neither', async () => {
    expect(await networkOfSignIn('10.0.0.2')).toBe('10.0.0.0/24');
  });
});
