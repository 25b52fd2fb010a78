import { createHmac } from 'node:crypto';

const SECRET = 'floor';

/** The floor's own token: an id and its HMAC. */
export const floorMac = (id) => createHmac('sha256', SECRET).update(id).digest();
export const floorToken = (id) => `${id}.${floorMac(id).toString('base64url')}`;
