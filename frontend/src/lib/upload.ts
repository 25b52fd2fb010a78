import { apiBase } from '../config/env';
import { ApiError, unreachable, failure, mayRepeat, parseBody } from './api';
import { expireSession, sessionToken } from './session-token';

/**
 * Posts a multipart form and reports how much has been sent (0 to 1). XMLHttpRequest, because fetch can't tell.
 * Throws ApiError like every other call.
 */
export async function upload<T>(path: string, form: FormData, onProgress: (share: number) => void): Promise<T> {
  try {
    return await send<T>(path, form, onProgress);
  } catch (error) {
    if (!(await mayRepeat(error))) throw error;
    return send<T>(path, form, onProgress);
  }
}

function send<T>(path: string, form: FormData, onProgress: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const token = sessionToken();
    const call = new XMLHttpRequest();
    call.open('POST', `${apiBase}${path}`);
    call.setRequestHeader('Accept', 'application/json');
    if (token !== null) call.setRequestHeader('Authorization', token);
    call.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    });
    call.addEventListener('load', () => {
      const body = parseBody(call.responseText);
      if (call.status >= 200 && call.status < 300) return resolve(body as T);
      if (call.status === 401) expireSession(token);
      reject(failure(call.status, body, call.getResponseHeader('Retry-After')));
    });
    for (const event of ['error', 'abort', 'timeout'] as const) call.addEventListener(event, () => reject(new ApiError(0, unreachable())));
    call.send(form);
  });
}
