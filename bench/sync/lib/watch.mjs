// A door before the exchange for each worker, that writes down which worker asked for which key from when to when.
import { createServer, request } from 'node:http';

export async function startWatch(target, doors) {
  const { hostname, port } = new URL(target);
  const calls = [];
  const open = Array.from({ length: doors }, () => 0);
  const servers = await Promise.all(
    Array.from({ length: doors }, async (_, door) => {
      const server = createServer((incoming, outgoing) => {
        const key = incoming.headers['x-mbx-apikey'];
        const call = { door, key, from: performance.now(), to: Infinity };
        if (key) calls.push(call);
        open[door]++;
        let over = false;
        const end = () => {
          if (over) return;
          over = true;
          open[door]--;
          call.to = performance.now();
        };
        const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers }, (answer) => {
          outgoing.writeHead(answer.statusCode, answer.headers);
          answer.pipe(outgoing);
        });
        onward.on('error', () => outgoing.destroy());
        // A killed worker's connection closes: from then on its request is nobody's.
        outgoing.on('close', () => {
          end();
          onward.destroy();
        });
        incoming.pipe(onward);
      });
      await new Promise((done) => server.listen(0, '127.0.0.1', done));
      return server;
    }),
  );
  return {
    urls: servers.map((server) => `http://127.0.0.1:${server.address().port}`),
    busy: (door) => open[door] > 0,
    clear: () => void calls.splice(0),
    /** Keys that two doors had requests of under way at one moment. */
    overlaps() {
      const byKey = Map.groupBy(calls, ({ key }) => key);
      const found = [];
      for (const [key, list] of byKey) {
        list.sort((a, b) => a.from - b.from);
        const until = Array.from({ length: doors }, () => -Infinity);
        const clash = list.find((call) => {
          const other = until.some((end, door) => door !== call.door && end > call.from);
          until[call.door] = Math.max(until[call.door], call.to);
          return other;
        });
        if (clash) found.push(`two workers read ${key} at once`);
      }
      return found;
    },
    stop: () => Promise.all(servers.map((server) => new Promise((done) => (server.closeAllConnections(), server.close(done))))),
  };
}
