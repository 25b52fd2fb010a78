// Every measure of the exchange sync. `node bench/sync/run.mjs [requests fleet kills rows page]`; all of them take about a quarter of an
// hour. Exits with 1 where a goal is missed.
const measures = {
  requests: async () => (await import('./requests.mjs')).measureRequests(),
  rows: async () => (await import('./rows.mjs')).measureRows(),
  page: async () => (await import('./page.mjs')).measurePage(),
  kills: async () => (await import('./kills.mjs')).measureKills(),
  fleet: async () => (await import('./fleet.mjs')).measureFleet(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(measures).join(', ')}`);
  process.exit(2);
}
const failures = [];
for (const [name, measure] of Object.entries(measures))
  if (wanted.length === 0 || wanted.includes(name)) failures.push(...((await measure()) ?? []));
console.log(failures.length === 0 ? '\nEvery goal is met.' : `\nMissed:\n${failures.map((text) => `- ${text}`).join('\n')}`);
process.exit(failures.length === 0 ? 0 : 1);
