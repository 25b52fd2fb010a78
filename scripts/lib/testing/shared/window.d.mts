export class SharedWindow {
  install(): void;
  keep(): void;
  restorePrototypes(): string[];
  uninstall(): void;
}
