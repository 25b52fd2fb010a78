type Globals = Map<string, PropertyDescriptor>;

export function ownGlobals(isWanted?: (name: string) => boolean): Globals;
export function changedGlobals(before: Globals): [string, PropertyDescriptor][];
