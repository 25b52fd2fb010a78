/** GET /me/push, and the answers to its changes. */
export interface PushWire {
  /** Browsers subscribe with it; null: there is no web push on this server. */
  publicKey: string | null;
  /** The oldest first, at most ten. */
  devices: PushDeviceWire[];
  /** Which of them asked; null: not known. */
  thisDevice: string | null;
}

/** A browser that shows notifications. */
export interface PushDeviceWire {
  id: string;
  /** What the browser calls itself. */
  program: string;
  addedAt: string;
  /** When it last loaded a page. */
  renewedAt: string;
}

/** POST /me/push: a PushSubscription as browsers write it. */
export interface NewPushDeviceWire {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
