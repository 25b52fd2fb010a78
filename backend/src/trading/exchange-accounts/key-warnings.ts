export interface KeyCircumstances {
  restrictedByAddress: boolean;
  expiresAt: Date | null;
  futuresAvailable: boolean | null;
}

/** What the owner of a good key should know, in sentences. `egressAddress`: ours, as the exchange sees it, where it is configured. */
export function keyWarnings(
  { restrictedByAddress, expiresAt, futuresAvailable }: KeyCircumstances,
  egressAddress: string | undefined,
): string[] {
  const ours = egressAddress === undefined ? 'ours' : `ours, ${egressAddress},`;
  return [
    ...(restrictedByAddress
      ? []
      : [`This key works from any IP address. Restrict it to ${ours} at your exchange so that nobody else can use it`]),
    ...(expiresAt ? [`This key expires on ${expiresAt.toISOString().slice(0, 10)}. Replace it before then`] : []),
    ...(futuresAvailable === false ? ['Futures data is not available with this key'] : []),
  ];
}
