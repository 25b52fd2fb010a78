const live = 'backend/src/common/live';
const exchange = 'backend/src/exchange';
const sockets = { project: 'integration', tests: 'integration/live/sockets' };
const events = { project: 'integration', tests: 'integration/live/events' };
const account = { project: 'integration', tests: 'integration/live/account' };
const demand = { project: 'integration', tests: 'integration/live/sync-demand' };
export const liveControls = [
  { threat: 'T11', control: 'a page elsewhere opens no socket', file: `${live}/live-door.ts`, from: "    if (!this.isOurs(request)) return refuse(socket, 'origin');\n", to: '', ...sockets, name: 'is closed to a page' },
  { threat: 'T11', control: 'sockets are taken at one address alone', file: `${live}/live-door.ts`, from: "    if (request.url?.split('?', 1)[0] !== PATH) return refuse(socket, 'path');\n", to: '', ...sockets, name: 'is /ws alone' },
  { threat: 'T11', control: 'one address has so many sockets', file: `${live}/live-hub.ts`, from: "this.count((socket) => socket.address === address) >= this.settings.socketsOfAddress ? 'address' : null", to: 'null', ...sockets, name: 'sockets of one address' },
  { threat: 'T11', control: 'nobody makes up an address of their own', file: `${live}/client-address.ts`, from: 'chain.find((address) => !isProxy(address)) ?? chain.at(-1)', to: 'told[0] ?? chain.at(-1)', ...sockets, name: 'sockets of one address' },
  { threat: 'T11', control: 'all sockets together are bounded', file: `${live}/live-hub.ts`, from: "    if (this.sockets.size >= this.settings.sockets) return 'full';\n", to: '', ...sockets, name: 'sockets of one address' },
  { threat: 'T11', control: 'one session has so many sockets', file: `${live}/live-hub.ts`, from: "    if (this.count((other) => other.actor?.sessionId === sessionId) >= this.settings.socketsOfSession) return socket.close('tooManySockets');\n", to: '', ...sockets, name: 'five sockets' },
  { threat: 'T11', control: 'a client says so much in so long', file: `${live}/live-socket.ts`, from: "    if (++this.#heard.count > this.settings.messages.most) return this.close('tooManyMessages');\n", to: '', ...events, name: 'twenty messages' },
  { threat: 'T11', control: 'a message is short', file: `${live}/live-door.ts`, from: 'maxPayload: settings.maxMessageBytes', to: 'maxPayload: 1_000_000', ...events, name: 'too much' },
  { threat: 'T11', control: 'what is no JSON ends the conversation', file: `${live}/live-socket.ts`, from: "return this.close('noJson');", to: 'return;', ...events, name: 'ends the conversation' },
  { threat: 'T11', control: 'who does not read is cut off', file: `${live}/live-socket.ts`, from: 'if (this.socket.bufferedAmount > this.settings.maxUnreadBytes) {', to: 'if (this.socket.bufferedAmount < 0) {', ...events, name: 'does not read' },
  { threat: 'T11', control: 'who does not answer is let go of', file: `${live}/live-socket.ts`, from: '    if (!this.#answered) {', to: '    if (this.socket.bufferedAmount < 0) {', ...events, name: 'does not answer' },
  { threat: 'T11', control: 'the end of the process waits for no socket', file: `${live}/live-hub.ts`, from: '    for (const socket of this.sockets) socket.terminate();\n', to: '', ...events, name: 'says goodbye' },
  { threat: 'T11', control: 'missed events are told as missed', file: `${live}/live-hub.ts`, from: 'listening: () => this.resync()', to: 'listening: () => undefined', ...events, name: 'that were missed' },
  { threat: 'T17', control: 'a session that has ended loses its sockets', file: `${live}/live-hub.ts`, from: "      if (!standing) return socket.close('signIn');\n", to: '', ...sockets, name: 'loses its sockets' },
  { threat: 'T17', control: 'a socket is one person to its end', file: `${live}/live-hub.ts`, from: 'if (socket.actor || performance.now()', to: 'if (performance.now()', ...sockets, name: 'said once' },
  { threat: 'T22', control: 'an admin without a second factor hears nothing', file: `${live}/live-hub.ts`, from: "    if (actor.scope !== 'full') return socket.close('secondFactor');\n", to: '', ...sockets, name: 'without a second factor' },
  { threat: 'T6', control: 'members hear of their own runs alone', file: `${live}/audience.ts`, from: "actor.role === 'admin' ? ADMINS : actor.userId", to: 'ADMINS', ...events, name: 'reach admins, and the member' },
  { threat: 'T6', control: 'who is nobody subscribes to nothing of members', file: `${live}/live-hub.ts`, from: '      else if (!socket.actor) socket.send(frames.sessionRequired(name));\n', to: '', ...sockets, name: 'may be nobody' },
  { threat: 'T6', control: 'who may not read signals does not hear of them', file: `${live}/live-hub.ts`, from: '      else if (isGuarded(name) && !(standing && mayHear(name, standing))) socket.send(frames.forbidden(name));\n', to: '', ...account, name: 'are not for a' },
  { threat: 'T6', control: 'a right that is gone ends what is heard', file: `${live}/live-hub.ts`, from: '      this.withdraw(socket, standing);\n', to: '', ...account, name: 'close at the next look' },
  { threat: 'T6', control: 'members hear of their own account alone', file: `${live}/audience.ts`, from: "userId === null ? [ALL] : [ADMINS, userId]", to: "userId === null ? [ALL] : [ADMINS, ...[...this.#listeners.keys()].map((key) => key.split(' ')[1])]", ...account, name: 'every step of a payment' },
  { threat: 'T20', control: 'what others write to the channel is not believed', file: `${live}/live-event.ts`, from: 'return eventSchema.parse(JSON.parse(payload));', to: 'return JSON.parse(payload) as LiveEvent;', ...events, name: 'are not believed' },
  { threat: 'T11', control: 'a member starts a few runs an hour', file: `${exchange}/accounts/sync-demand.ts`, from: "    await this.limits.consume('syncMember', actor.userId);\n", to: '', ...demand, name: 'six runs an hour' },
  { threat: 'T6', control: 'only verified members start runs', file: `${exchange}/accounts/sync-demand.ts`, from: '    await this.members.requireApproved(actor.userId);\n', to: '', ...demand, name: 'needs a verified member' },
  { threat: 'T11', control: 'an account has so many symbols added by hand', file: `${exchange}/sync/wanted-symbols.ts`, from: '    if ((count?.n ?? 0) >= MOST) throw new TooManySymbols();\n', to: '', ...demand, name: 'is one of fifty' },
  { threat: 'T18', control: 'symbols added at the same moment are counted', file: `${exchange}/accounts/symbols-by-hand.ts`, from: 'and is_current for update', to: 'and is_current', ...demand, name: 'is one of fifty' },
  { threat: 'T19', control: 'a symbol carries no other fields', file: `${exchange}/http/sync-symbol.dto.ts`, from: 'z.strictObject', to: 'z.object', ...demand, name: 'refused by name' },
];
