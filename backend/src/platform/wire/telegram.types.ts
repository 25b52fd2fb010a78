/** GET /me/telegram. */
export interface TelegramWire {
  /** There is a bot to connect with. */
  isAvailable: boolean;
  account: {
    /** The number of the Telegram account. */
    id: string;
    /** `@ada`, or a name. */
    name: string;
    /** The member blocked the bot: nothing is sent until they start it again. */
    isBlocked: boolean;
    connectedAt: string;
  } | null;
  /** An open link. */
  request: {
    expiresAt: string;
    /** The account that used the link and waits for a confirmation. */
    pending: { id: string; name: string } | null;
    /** The account that used the link is connected to another member. */
    isRefused: boolean;
    /** This session asked for the link: only it can confirm. */
    isOwnSession: boolean;
  } | null;
  /** The members' group; null: there is none, or the member may not see signals. */
  group: TelegramGroupWire | null;
}

export interface TelegramGroupWire {
  /**
   * `none`: not in the group, and no link. `waiting`: a link is being made. `invited`: there is a link. `requested`: the request to join is
   * being answered. `banned`: an admin of the group banned the account.
   */
  state: 'not-linked' | 'none' | 'waiting' | 'invited' | 'requested' | 'member' | 'banned';
  /** It asks to join, and lets in nobody but this member. */
  link: { url: string; expiresAt: string } | null;
  mayAskForLink: boolean;
}

/** POST /me/telegram/link: the only answer with the link. */
export interface TelegramLinkWire {
  /** Works once, for ten minutes. */
  url: string;
  telegram: TelegramWire;
}
