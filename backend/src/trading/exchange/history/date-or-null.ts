/** Converts a timestamp as the driver returns it. */
export const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text));
