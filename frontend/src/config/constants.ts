/** Figures of the specification, section 9, and of the contract that screens quote. */
export const MINIMUM_AGE = 18;
export const toastMilliseconds = { site: 5000, console: 3000 } as const;
export const COPIED_MILLISECONDS = 2000;

/** Asked of the server at /public/config; used until it has answered. */
export const defaultMinimumPasswordLength = 12;
/** The server's own rule for admins. */
export const adminMinimumPasswordLength = 15;

/** A picture whose link has run out makes the profile be read again, at most this often. */
export const PICTURE_RENEWAL_MILLISECONDS = 60_000;
/** The server's limit for a name of a passkey. */
export const passkeyNameLength = 60;

export const page = { defaultSize: 25, sizes: [25, 50, 100] } as const;

/** What the server takes; it looks at the content again, this only spares a wasted upload. */
export const upload = {
  maxBytes: 10 * 1024 * 1024,
  images: ['image/jpeg', 'image/png', 'image/webp'],
  documents: ['application/pdf'],
} as const;
