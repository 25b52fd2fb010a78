import timers from 'node:timers';

// React's scheduler chooses its timer when it is loaded. Browsers lack setImmediate and jsdom lacks MessageChannel: it takes setTimeout.
// Node's own, because a turn that it waits for must come although the suite has ended.
const { setImmediate, setTimeout, MessageChannel } = globalThis;
Object.assign(globalThis, { setImmediate: undefined, setTimeout: timers.setTimeout, MessageChannel: undefined });
await import('react-dom/client');
Object.assign(globalThis, { setImmediate, setTimeout, MessageChannel });
