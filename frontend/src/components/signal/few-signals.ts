/** Below this many closed signals a rate says little: its interval is shown with a warning. */
export const FEW_SIGNALS = 30;
