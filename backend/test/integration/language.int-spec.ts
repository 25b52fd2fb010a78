import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, registration, signedInMember } from '../support/people.js';
import { createTestApi, type TestApi } from '../support/test-app.js';

describe('the language of a member', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const stored = async (email: unknown) =>
    (await api.em().execute<{ language: string | null }[]>('select language from users where email = ?', [email]))[0]!.language;
  const signUp = async (header: string | undefined) => {
    const body = registration();
    const headers: Record<string, string> = header === undefined ? {} : { 'tidemark-language': header };
    expect((await call(api, 'POST', '/signupuser', body, { headers })).statusCode).toBe(201);
    return body;
  };

  it.each([
    ['es', 'es'],
    ['ar', 'ar'],
    ['en', 'en'],
    ['xx', null],
    ["es'; drop table users; --", null],
    [undefined, null],
  ])('is the one of the page with the form: %j gives %j', async (header, language) => {
    expect(await stored((await signUp(header))['email'])).toBe(language);
  });

  it('is the one of the last sign-up where an address signs up twice', async () => {
    const { email } = await signUp('es');
    await call(api, 'POST', '/signupuser', registration({ email }), { headers: { 'tidemark-language': 'ar' } });
    expect(await stored(email)).toBe('ar');
  });

  it('is unknown until it is chosen, and then what was chosen', async () => {
    const [{ token }, other] = [await signedInMember(api), await signedInMember(api)];
    const own = async (of = token) => (await call(api, 'GET', '/me/language', undefined, { token: of })).json<{ data: unknown }>().data;
    const choose = (body: object) => call(api, 'POST', '/me/language', body, { token });
    expect(await own()).toEqual({ language: null });
    expect((await choose({ language: 'ar' })).json()).toMatchObject({ data: { language: 'ar' } });
    expect([await own(), await own(other.token)]).toEqual([{ language: 'ar' }, { language: null }]);
    for (const body of [{ language: 'en-XA' }, { language: null }, {}, { language: ['es'] }]) {
      const refused = await choose(body);
      expect([refused.statusCode, refused.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)]).toEqual([
        400,
        ['language'],
      ]);
    }
    expect(await own()).toEqual({ language: 'ar' });
  });

  it('is the one in which a page reads what the API says; programs read English', async () => {
    const refused = async (headers: Record<string, string>) => {
      const body = { email: 'nobody@example.com', password: 'wrong password' };
      const { statusCode, ...answer } = await call(api, 'POST', '/signinuser', body, { headers });
      return [statusCode, answer.json<{ message: string }>().message];
    };
    expect(await refused({})).toEqual([401, 'Wrong email or password']);
    expect(await refused({ 'tidemark-language': 'es' })).toEqual([401, 'Correo electrónico o contraseña incorrectos']);
    expect(await refused({ 'tidemark-language': 'xx' })).toEqual([401, 'Wrong email or password']);

    const { token } = await signedInMember(api);
    const headers = { 'tidemark-language': 'ar' };
    const fields = (await call(api, 'POST', '/me/language', {}, { token, headers })).json<{ errors: unknown[]; data?: unknown }>();
    expect(fields).toMatchObject({ errors: [{ field: 'language', message: expect.stringMatching(/en, es, ar/) }] });
    const short = await call(api, 'POST', '/signupuser', registration({ password: 'short' }), { headers });
    expect(short.json()).toMatchObject({ errors: [{ field: 'password', message: expect.stringMatching(/\p{Script=Arabic}.*12/u) }] });
    expect((await call(api, 'DELETE', '/me/erasure', undefined, { token, headers })).json()).toMatchObject({
      message: expect.stringMatching(/\p{Script=Arabic}/u),
    });
  });
});
