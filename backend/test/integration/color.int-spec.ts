import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, signedInMember } from '../support/people.js';
import { createTestApi, type TestApi } from '../support/test-app.js';

describe('the colour of the pages', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  it("toggles, is stored with the account, and is nobody else's", async () => {
    const [one, other] = [await signedInMember(api), await signedInMember(api)];
    const colorOf = async (token: string) =>
      (await call(api, 'GET', '/getuser', undefined, { token })).json<{ data: { color: string } }>().data.color;
    expect(await colorOf(one.token)).toBe('white');
    expect((await call(api, 'GET', '/changecolor', undefined, { token: one.token })).json()).toMatchObject({ color: 'black' });
    expect([await colorOf(one.token), await colorOf(other.token)]).toEqual(['black', 'white']);
    expect((await call(api, 'POST', '/me/color', undefined, { token: one.token })).json()).toMatchObject({ color: 'white' });
    expect(await colorOf(one.token)).toBe('white');
  });

  it('is the default until it is chosen, and then what was chosen', async () => {
    const { token } = await signedInMember(api);
    const own = async () => (await call(api, 'GET', '/me/color', undefined, { token })).json<{ data: unknown }>().data;
    const choose = (body: object) => call(api, 'POST', '/me/color', body, { token });
    expect(await own()).toEqual({ color: 'white', chosen: false });
    for (const color of ['white', 'white', 'black', 'black']) {
      expect((await choose({ color })).json()).toMatchObject({ color });
      expect(await own()).toEqual({ color, chosen: true });
    }
    const refused = await choose({ color: 'green' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ errors: [{ field: 'color' }] });
    expect(await own()).toEqual({ color: 'black', chosen: true });
  });
});
