import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { serve, serveNothing } from '../../test/support/api';
import { ApiError, unreachable, failure, request } from './api';
import { setLanguage } from './i18n/language';
import { listenForExpiry, storeSession } from './session-token';

const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError');
  return error;
};

describe('the API client', () => {
  beforeEach(() => listenForExpiry(() => undefined));

  it('sends the raw token of the session, and a mail token as Bearer', async () => {
    storeSession('raw-token');
    const calls = serve({ 'GET /getuser': { body: {} }, 'GET /confirmemail': { body: {} }, 'POST /signinuser': { body: {} } });
    await request('/getuser');
    await request('/confirmemail', { authorization: { mailToken: 'mail' } });
    await request('/signinuser', { method: 'POST', json: {}, authorization: 'none' });
    expect(calls.map((call) => call.authorization)).toEqual(['raw-token', 'Bearer mail', null]);
  });

  it('names the language of the page', async () => {
    serve({ 'GET /x': { body: {} } });
    setLanguage('es');
    try {
      await request('/x');
    } finally {
      setLanguage('en');
    }
    const [, init] = jest.mocked(fetch).mock.calls[0]!;
    expect(new Headers(init?.headers).get('Tidemark-Language')).toBe('es');
  });

  it('carries the message and the fields of a refusal', async () => {
    serve({
      'POST /x': {
        status: 400,
        body: { statusCode: 400, message: 'Check the form', errors: [{ field: 'email', message: 'Enter an email' }] },
      },
    });
    const error = await failureOf(request('/x', { method: 'POST', json: {} }));
    expect(error).toMatchObject({ status: 400, message: 'Check the form', fields: [{ field: 'email', message: 'Enter an email' }] });
  });

  it.each([
    ['1', 'Too many tries. Please try again in 1 second'],
    ['59', 'Too many tries. Please try again in 59 seconds'],
    ['60', 'Too many tries. Please try again in 1 minute'],
    ['841', 'Too many tries. Please try again in 15 minutes'],
    ['soon', 'Too many tries. Please try again later'],
    [null, 'Too many tries. Please try again later'],
  ])('says how long to wait after %s', (retryAfter, message) => {
    expect(failure(429, { message: 'Too many tries. Please try again later' }, retryAfter).message).toBe(message);
  });

  it.each([
    ['an object instead of a message', { message: { text: 'no' } }],
    ['an empty message', { message: ' ' }],
    ['no body at all', undefined],
    ['a page of a proxy', '<html>Bad gateway</html>'],
  ])('says that an unknown error occurred for %s', async (_, body) => {
    serve({ 'GET /x': { status: 502, body } });
    expect((await failureOf(request('/x'))).message).toBe('An unknown error occurred.');
  });

  it('says that the server could not be reached when there is no answer', async () => {
    serveNothing();
    expect(await failureOf(request('/x'))).toMatchObject({ status: 0, message: unreachable() });
  });

  it('reads how long to wait after too many tries', async () => {
    serve({ 'GET /x': { status: 429, body: { message: 'Too many tries' }, headers: { 'Retry-After': '30' } } });
    expect((await failureOf(request('/x'))).retryAfterSeconds).toBe(30);
  });

  it('reports a refused session token, and not a refused sign-in', async () => {
    storeSession('old');
    const expired = jest.fn();
    listenForExpiry(expired);
    serve({
      'GET /getuser': { status: 401, body: { message: 'Sign in first' } },
      'POST /signinuser': { status: 401, body: { message: 'Wrong' } },
    });
    await failureOf(request('/signinuser', { method: 'POST', json: {}, authorization: 'none' }));
    expect(expired).not.toHaveBeenCalled();
    await failureOf(request('/getuser'));
    expect(expired).toHaveBeenCalledWith('old');
  });

  it('leaves a wish for a confirmation refused where no dialog is there to ask', async () => {
    storeSession('token');
    const calls = serve({ 'POST /x': { status: 403, body: { message: 'Please confirm that it is you', stepUp: true } } });
    expect(await failureOf(request('/x', { method: 'POST', json: {} }))).toMatchObject({
      status: 403,
      message: 'Please confirm that it is you',
    });
    expect(calls).toHaveLength(1);
  });

  it('does not take a judged code or password for the end of the session', async () => {
    storeSession('token');
    const expired = jest.fn();
    listenForExpiry(expired);
    serve({ 'POST /auth/step-up': { status: 401, body: { message: 'This is not your password' } } });
    await failureOf(request('/auth/step-up', { method: 'POST', json: {}, proves: true }));
    expect(expired).not.toHaveBeenCalled();
  });
});
