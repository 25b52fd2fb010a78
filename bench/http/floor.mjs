// The limits: for an authenticated one-row GET node:http, a token's HMAC and one prepared statement; for JSON that never changes node:http
// alone.
import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { floorMac } from './floor-token.mjs';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const statement = {
  name: 'floor',
  text: `select id, email, surname, other_name, phone_number, country, date_of_birth, role, kyc_status, payment_status, referral_code,
    color from users where id = $1`,
};

function bearer(request) {
  const [id, mac] = (request.headers.authorization ?? '').split('.');
  const wanted = floorMac(id);
  const given = Buffer.from(mac ?? '', 'base64url');
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? id : null;
}

const ALIVE = JSON.stringify({ status: 'ok' });

const server = createServer((request, response) => {
  if (request.url === '/alive') return response.writeHead(200, { 'content-type': 'application/json' }).end(ALIVE);
  const id = bearer(request);
  if (!id) return response.writeHead(401).end();
  void pool.query({ ...statement, values: [id] }).then(({ rows }) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ message: 'Your profile', data: rows[0] }));
  });
});
server.listen(0, '127.0.0.1', () => process.send({ type: 'ready', port: server.address().port }));
process.on('disconnect', () => process.exit(0));
