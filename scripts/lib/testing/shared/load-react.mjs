import timers from 'node:timers';

// React's scheduler chooses its timer when it is loaded. Browsers lack setImmediate and jsdom lacks MessageChannel: it takes setTimeout.
// Node's own, because a turn that it waits for must come although the suite has ended.
const { setImmediate, setTimeout, MessageChannel } = globalThis;
Object.assign(globalThis, { setImmediate: undefined, setTimeout: timers.setTimeout, MessageChannel: undefined });
await import('react-dom/client');
Object.assign(globalThis, { setImmediate, setTimeout, MessageChannel });

// In development React takes the stack of every element that is made, up to ten thousand a second. Only its warnings print them.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = await import('react');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
