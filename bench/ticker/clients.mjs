// A thousand visitors in a process of their own. Told by the parent where to connect, who stops reading, and when to leave.
import { WebSocket } from 'ws';

// Never sleeps: real visitors are on other machines, where a write wakes nobody at the writer's price. Here it would, on a virtual machine
// dearly, and whether the readers have fallen asleep between two writes is chance.
const stayAwake = () => setImmediate(stayAwake);
stayAwake();

let sockets = [];
let [messages, bytes, closed] = [0, 0, 0];

/** Each from an address of its own, as a proxy would tell it. */
function visitor(url, n) {
  const socket = new WebSocket(url, { perMessageDeflate: false, headers: { 'x-forwarded-for': `198.18.${n >> 8}.${n & 255}` } });
  socket.on('message', (data) => {
    messages++;
    bytes += data.length;
  });
  socket.on('close', () => closed++);
  socket.on('error', (error) => process.stderr.write(`a visitor: ${error.message}\n`));
  return new Promise((done) => {
    socket.on('open', () => {
      socket.send('{"type":"subscribe","topics":["ticker"]}');
      done(socket);
    });
  });
}

const commands = {
  /** Fifty at a time. */
  async connect({ url, count }) {
    sockets = [];
    for (let n = 0; n < count; n += 50)
      sockets.push(...(await Promise.all(Array.from({ length: Math.min(50, count - n) }, (_, i) => visitor(url, n + i)))));
    return sockets.length;
  },
  /** What came since the last call, and how many sockets the server has ended. */
  heard() {
    const seen = { messages, bytes, closed };
    [messages, bytes, closed] = [0, 0, 0];
    return seen;
  },
  deafen({ count }) {
    for (const socket of sockets.slice(0, count)) socket.pause();
  },
  async leave() {
    const ends = sockets.map(
      (socket) => new Promise((done) => (socket.readyState === WebSocket.CLOSED ? done() : socket.once('close', done))),
    );
    for (const socket of sockets) socket.terminate();
    await Promise.all(ends);
    commands.heard();
  },
};

process.on(
  'message',
  ({ id, command, input }) => void Promise.resolve(commands[command](input ?? {})).then((value) => process.send({ id, value })),
);
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
