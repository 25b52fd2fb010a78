export class SharedWindow {
  install(): void;
  keep(): void;
  uninstall(): void;
}
