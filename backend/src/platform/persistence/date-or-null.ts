/** Reads a nullable date or timestamptz column, which the driver returns as text. */
export function dateOrNull(text: string | null | undefined): Date | null {
  return text == null ? null : new Date(text);
}
