/** An answer as it came over the wire. */
export interface WireAnswer {
  status: number;
  url: URL;
  /** Names in small letters. */
  headers: ReadonlyMap<string, string>;
  body: string;
}
