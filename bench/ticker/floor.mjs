// The limit that the ticker is held against: parses the same stream, keeps the pairs in USDT as [symbol, price, change], and frames that
// once for everybody. No first picture, no slow readers, no state.
import { createServer } from 'node:http';
import { Sender, WebSocket, WebSocketServer } from 'ws';

const lines = new Set();
const server = createServer();
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
server.on('upgrade', (request, line, head) =>
  sockets.handleUpgrade(request, line, head, (socket) => {
    lines.add(line);
    socket.on('close', () => lines.delete(line));
    socket.on('error', () => undefined);
  }),
);

const upstream = new WebSocket(`${process.env.EXCHANGE_URL.replace('http', 'ws')}/ws/!miniTicker@arr`, { perMessageDeflate: false });
upstream.on('message', (data) => {
  const rows = [];
  for (const { s, c, o } of JSON.parse(/** @type {Buffer} */ (data).toString()))
    if (s.endsWith('USDT')) rows.push([s, c, (((c - o) / o) * 100).toFixed(2)]);
  const frame = Buffer.concat(
    Sender.frame(Buffer.from(JSON.stringify(rows)), { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: false }),
  );
  for (const line of lines) line.write(frame);
});
server.listen(0, '127.0.0.1', () => process.send({ type: 'ready', port: server.address().port }));
process.on('disconnect', () => process.exit(0));
