// Posts a message to each subscription that its parent names, as quickly as Node alone does it: encrypted by `web-push`, with one
// signature, over connections that stay open, so many at a time.
import { Agent, request } from 'node:https';
import webPush from 'web-push';

const { subscriptions, concurrency, publicKey, privateKey, subject, payload } = await new Promise((told) => process.once('message', told));
const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
const origin = new URL(subscriptions[0].endpoint).origin;
const expiry = Math.floor(Date.now() / 1000) + 3600;
const { Authorization } = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm', expiry);

function send({ endpoint, keys }) {
  const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, payload, 'aes128gcm');
  const headers = { authorization: Authorization, 'content-encoding': 'aes128gcm', ttl: '3600', 'content-length': cipherText.length };
  return new Promise((done, failed) => {
    const posted = request(endpoint, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().once('end', () => (answer.statusCode === 201 ? done() : failed(new Error(`answered ${answer.statusCode}`))));
    });
    posted.once('error', failed).end(cipherText);
  });
}

const begin = Date.now();
const waiting = [...subscriptions];
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    for (let next; (next = waiting.pop());) await send(next);
  }),
);
process.send({ begin });
process.disconnect();
