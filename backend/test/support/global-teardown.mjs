export default async function tearDown() {
  const servers = globalThis.tidemarkServers ?? [];
  globalThis.tidemarkServers = undefined;
  await Promise.all(servers.map((server) => server.stop()));
}
