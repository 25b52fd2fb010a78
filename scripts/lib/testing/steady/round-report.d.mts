interface JestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}
interface RedTest {
  suite: string;
  test: string;
  message: string;
}
export function redTests(report: JestReport, paths: string[]): RedTest[];
export function skippedSuites(report: JestReport): string[];
export function sumUp(
  rounds: { round: number; seed: number; red: RedTest[] }[],
): { suite: string; test: string; rounds: { round: number; seed: number }[] }[];
