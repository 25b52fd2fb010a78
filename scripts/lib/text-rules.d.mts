export declare const textsInSource: (path: string, source: string) => string[];
export declare const idsInSource: (path: string, source: string, domains: readonly string[]) => { ids: Set<string>; templates: RegExp[] };
export declare const physicalSides: (css: string) => string[];
